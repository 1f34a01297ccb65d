import { describe, expect, onTestFinished, test } from 'vitest'
import type { MatchedTransaction } from '../../../../src/service/chain/blocks/block.ts'
import { MonitorProcessor } from '../../../../src/service/follower/block-processor.ts'
import { FollowChain } from '../../../../src/service/follower/loop/follow-chain.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import { createIds } from '../../../../src/service/runtime/ids.ts'
import { openStore } from '../../../../src/service/store/open.ts'
import { eventsOfTransaction, upsertChainEvents } from '../../../../src/service/store/repositories/chain-events.ts'
import { ensureChainHead, findChainHead } from '../../../../src/service/store/repositories/chain-heads.ts'
import { takeLease } from '../../../../src/service/store/repositories/leases.ts'
import { findMonitor, updateMonitor } from '../../../../src/service/store/repositories/monitors.ts'
import type { ChainHeadRow } from '../../../../src/service/store/schema/schema.ts'
import { DeadlineClock } from '../../../../src/service/store/writes/deadline-clock.ts'
import { seededRandom, TestClock } from '../../../support/deterministic.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { CHAIN, monitor } from '../audit/audited.ts'
import { transfer } from '../audit/blocks.ts'
import { type Content, nodeOf, SimulatedChain } from '../audit/simulated-chain.ts'

const A = `0x${'aa'.repeat(20)}`
const B = `0x${'bb'.repeat(20)}`
const STRANGER = `0x${'55'.repeat(20)}`
const CONTRACT = `0x${'cc'.repeat(20)}`
const TOKEN = `0x${'70'.repeat(20)}`
const CLAIM = { claimId: 'claim', holder: 'test' }

/** A chain that is followed, with the audit, for one monitored address. */
async function following(mode: 'full' | 'sparse' = 'full') {
  const { database } = await freshDatabase(temporaryFolder())
  const clock = new TestClock()
  const store = await openStore(database, { clock, env: process.env } as never)
  onTestFinished(() => store.close())
  await monitor(store, [A], { chainId: CHAIN, since: 0 })
  await store.write(async (db) => {
    await ensureChainHead(db, CHAIN, 0)
    await db.updateTable('chain_heads').set({ mode }).execute()
    await takeLease(db, { table: 'chain_heads', id: CHAIN, ...CLAIM }, { until: 2 ** 50, now: 0 })
  })
  const chain = new SimulatedChain()
  const node = { isDown: false }
  const { source } = nodeOf(chain, {
    tracing: 'debug-block',
    watched: [A, B],
    // It still gives blocks: they are read in another way.
    answer: (_, usual) => (node.isDown ? { failure: { kind: 'network', message: 'node: down' } } : usual()),
  })
  const deadlines = await DeadlineClock.open(store, clock)
  const newId = createIds(clock, seededRandom('returned'))
  const work = new MonitorProcessor({
    chainId: CHAIN,
    reads: createReads(store.read),
    clock,
    deadlines,
    newId,
    chain: { observeBlock: async () => undefined },
    wake: () => {},
  })
  const follow = new FollowChain((await findChainHead(store.read, CHAIN)) as ChainHeadRow, {
    chainId: CHAIN,
    store,
    clock,
    deadlines,
    work,
    claim: CLAIM,
    leaseMs: 10_000,
    maxGapMs: 2 ** 50,
    sources: async () => [source],
    takeOver: async () => {},
    report: (error) => expect(error).toBeUndefined(),
    stopping: new AbortController().signal,
  })
  const settle = async () => {
    for (let steps = 0; steps < 50; steps++) if ((await follow.step()) > 0) return
  }
  await settle()
  return {
    chain,
    store,
    node,
    settle,
    /** Blocks, each read before the next, 6 s apart. */
    async mine(...contents: readonly Content[]) {
      for (const content of contents) {
        chain.mine(content)
        clock.advance(6000)
        await settle()
      }
    },
    /** Replaces the last blocks by a longer branch, of which the audit learns nothing. */
    async reorg(depth: number, ...contents: readonly Content[]) {
      node.isDown = true
      chain.fork(depth)
      for (const content of contents) chain.mine(content)
      await settle()
    },
    events: ({ transaction }: MatchedTransaction) => eventsOfTransaction(store.read, CHAIN, transaction.hash),
    transactions: () => store.read.selectFrom('transactions').selectAll().execute(),
  }
}

const EMPTY: readonly Content[] = Array.from({ length: 9 }, () => ({}))
const call = transfer({ from: STRANGER, to: CONTRACT, data: '0x12345678' })
const internal: Content = { transactions: [call], internal: [{ from: CONTRACT, to: A, amount: 7n, within: call }] }
const paid = transfer({ from: STRANGER, to: A, value: 5n })

describe('a transaction that a reorg moves to another block', () => {
  test('keeps what only the audit saw, in its new block', async () => {
    const { chain, mine, reorg, events, transactions } = await following()
    await mine({}, internal)
    expect(await events(call)).toMatchObject([{ kind: 'received', address: A, state: 'IN', block_number: 2 }])
    await reorg(1, {}, internal)
    const { hash } = chain.head
    const event = { kind: 'received', state: 'IN', round: 0, gone_at: null, block_number: 3, block_hash: hash }
    expect(await events(call)).toMatchObject([event])
    expect(await transactions()).toMatchObject([{ block_number: '3', block_hash: hash }])
    await mine(...EMPTY)
    expect(await events(call)).toMatchObject([event])
  })

  test.each(['full', 'sparse'] as const)(
    '%s: keeps what happened to an address that is disabled since',
    async (mode) => {
      const { chain, store, node, mine, reorg, events } = await following(mode)
      await mine({}, { transactions: [paid] })
      await store.write(async (db) => {
        const row = await findMonitor(db, `m-${A}`)
        if (row) await updateMonitor(db, { ...row, enabled: 0 })
      })
      expect(await events(paid)).toMatchObject([{ state: 'IN', block_number: 2 }])
      await reorg(1, {}, { transactions: [paid] })
      node.isDown = false
      await mine(...EMPTY)
      const { hash } = chain.blocks[3]?.block.header ?? {}
      expect(await events(paid)).toMatchObject([{ state: 'IN', round: 0, block_number: 3, block_hash: hash }])
    },
  )

  test('and fails there, has nothing of it', async () => {
    const { mine, reorg, events } = await following()
    await mine({}, internal)
    const failed = { ...call, receipt: { ...call.receipt, succeeded: false } }
    await reorg(1, {}, { transactions: [failed] })
    expect(await events(call)).toMatchObject([{ state: 'GONE' }])
    await mine(...EMPTY)
    expect(await events(call)).toMatchObject([{ state: 'OUT', round: 1 }])
  })

  test('and does something else there, has nothing of what its events would show', async () => {
    const { store, mine, reorg, events } = await following()
    const other = transfer({ from: STRANGER, to: TOKEN, data: '0x12345678' })
    await mine({ transactions: [other] })
    const moves = [{ token: TOKEN, amount: '1', direction: 'in', other: STRANGER }]
    await store.write((db) =>
      upsertChainEvents(db, [
        {
          id: 'token',
          chain_id: CHAIN,
          tx_hash: other.transaction.hash,
          address: A,
          kind: 'received',
          svc_tx_id: null,
          block_number: 1,
          block_hash: 'former',
          block_time: 0,
          content: JSON.stringify({ moves }),
          created_at: 0,
          updated_at: 0,
        },
      ]),
    )
    await reorg(1, {}, { transactions: [other] })
    expect(await events(other)).toMatchObject([{ state: 'GONE' }])
  })

  test('and is not in the new branch, is out of the chain', async () => {
    const { mine, reorg, events } = await following()
    await mine({}, internal)
    await reorg(1, {}, {})
    await mine(...EMPTY)
    expect(await events(call)).toMatchObject([{ state: 'OUT' }])
  })
})

test.each([1, 300])(
  'an internal payment in the block after `monitor add` is found, with %i addresses monitored before',
  async (count) => {
    const { store, mine, settle, events } = await following()
    const before = Array.from({ length: count - 1 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`)
    await monitor(store, before, { chainId: CHAIN, since: 0 })
    await mine({}, {}, {})
    await monitor(store, [B], { chainId: CHAIN, since: 1_700_000_000_000 })
    // The next question for the head, before there is another block.
    await settle()
    const payment = { transactions: [call], internal: [{ from: CONTRACT, to: B, amount: 7n, within: call }] }
    // With more than 200 addresses, its turn comes with a later block.
    await mine(payment, {}, {})
    expect(await events(call)).toMatchObject([{ kind: 'received', address: B, state: 'IN', block_number: 4 }])
  },
)

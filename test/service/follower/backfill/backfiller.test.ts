import { describe, expect, onTestFinished, test } from 'vitest'
import { nodeFailure } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { Backfiller } from '../../../../src/service/follower/backfill/backfiller.ts'
import { openStore } from '../../../../src/service/store/open.ts'
import { backfillStates } from '../../../../src/service/store/repositories/monitor-backfills.ts'
import { deleteMonitor, findMonitor, updateMonitor } from '../../../../src/service/store/repositories/monitors.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { CHAIN, monitor } from '../audit/audited.ts'
import { transfer } from '../audit/blocks.ts'
import { nodeOf, SimulatedChain } from '../audit/simulated-chain.ts'

const [A, B] = ['aa', 'bb'].map((byte) => `0x${byte.repeat(20)}`) as [string, string]
const STRANGER = `0x${'55'.repeat(20)}`

/** A chain of 30 blocks, in each of which both addresses are paid, and a node that lacks the oldest blocks. */
async function chainOf({ pruned = -1, otherPruned = pruned }: { pruned?: number; otherPruned?: number } = {}) {
  const { database } = await freshDatabase(temporaryFolder())
  const store = await openStore(database, { env: process.env })
  onTestFinished(() => store.close())
  const chain = new SimulatedChain()
  for (let block = 1; block <= 30; block++)
    chain.mine({ transactions: [A, B].map((to) => transfer({ from: STRANGER, to, value: 1n })) })
  const lacking = (upTo: number, host: string) => {
    const { source } = nodeOf(chain, { host })
    const block: typeof source.block = async (at, only) =>
      typeof at === 'number' && at <= upTo ? nodeFailure(host, 'pruned', 'history is pruned') : source.block(at, only)
    return { ...source, block }
  }
  const at = { source: lacking(pruned, 'node'), other: lacking(otherPruned, 'other') }
  const clock = new TestClock()
  const seen: string[] = []
  const start = () => new Backfiller({ chainId: CHAIN, db: store.read, clock })
  return {
    store,
    seen,
    clock,
    start,
    /** One step; `isKilled`: before it commits. */
    async step(backfiller: Backfiller, { tip = 30, isKilled = false } = {}): Promise<boolean> {
      const notified: string[] = []
      const prepared = await backfiller.next(tip, at, async (block, addresses) => ({
        record: async () => {
          for (const { transaction } of block.matched)
            if (addresses.has(transaction.to ?? '')) notified.push(`${block.header.number} ${transaction.to}`)
        },
      }))
      if (!prepared) return false
      const progress = { alerts: [], tip, finalized: undefined, previous: { tip, finalized: undefined } }
      await store
        .write(async (db) => {
          await prepared.record(db, progress)
          if (isKilled) throw new Error('killed')
        })
        .then(
          () => seen.push(...notified),
          () => {},
        )
      return true
    },
  }
}

const paid = (address: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${first + index} ${address}`)

describe('blocks before the tip', () => {
  test('are read once for each address that is monitored from then on', async () => {
    const { store, seen, start, step } = await chainOf()
    await monitor(store, [A], { chainId: CHAIN, since: 0, from: 3 })
    await monitor(store, [B], { chainId: CHAIN, since: 0, from: 12 })
    const backfiller = start()
    while (await step(backfiller));
    expect(seen.toSorted()).toEqual([...paid(A, 3, 30), ...paid(B, 12, 30)].toSorted())
    expect(await backfillStates(store.read)).toEqual([])
  })

  test('are read up to the tip of the first step, also when kills and new processes come between', async () => {
    const { store, seen, start, step } = await chainOf()
    await monitor(store, [A], { chainId: CHAIN, since: 0, from: 3 })
    await step(start(), { tip: 20 })
    for (let more = true; more; ) {
      await step(start(), { tip: 30, isKilled: true })
      more = await step(start(), { tip: 30 })
    }
    expect(seen).toEqual(paid(A, 3, 20))
  })

  test('that no node has stop it with the reason, and no other address waits', async () => {
    const { store, seen, clock, start, step } = await chainOf({ pruned: 9 })
    await monitor(store, [A], { chainId: CHAIN, since: 0, from: 3 })
    await monitor(store, [B], { chainId: CHAIN, since: 0, from: 25 })
    const backfiller = start()
    while (await step(backfiller));
    expect(seen).toEqual(paid(B, 25, 30))
    const [state] = await backfillStates(store.read)
    expect(state).toMatchObject({ addresses: 1, next: 3, reason: 'block 3 is not read: other: history is pruned' })
    clock.advance(60_000)
    expect(await step(backfiller)).toBe(false)
  })

  test('that only another node has are read from it', async () => {
    const { store, seen, start, step } = await chainOf({ pruned: 9, otherPruned: -1 })
    await monitor(store, [A], { chainId: CHAIN, since: 0, from: 3 })
    const backfiller = start()
    while (await step(backfiller));
    expect(seen).toEqual(paid(A, 3, 30))
  })

  test('are not read for an address that is disabled or removed, or from a block to come', async () => {
    const { store, seen, start, step } = await chainOf()
    await monitor(store, [A], { chainId: CHAIN, since: 0, from: 3 })
    await monitor(store, [B], { chainId: CHAIN, since: 0, from: 31 })
    await store.write(async (db) => {
      const row = await findMonitor(db, `m-${A}`)
      if (row) await updateMonitor(db, { ...row, enabled: 0 })
    })
    const backfiller = start()
    while (await step(backfiller));
    expect([seen, (await backfillStates(store.read)).map(({ next }) => next)]).toEqual([[], [3]])
    await store.write((db) => deleteMonitor(db, `m-${A}`))
    expect(await backfillStates(store.read)).toEqual([])
  })
})

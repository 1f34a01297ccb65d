import { expect, test } from 'vitest'
import { nodeFailure, type RpcFailure } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { FollowChain } from '../../../../src/service/follower/loop/follow-chain.ts'
import { Watchdog } from '../../../../src/service/follower/loop/watchdog.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import { ensureChainHead, findChainHead } from '../../../../src/service/store/repositories/chain-heads.ts'
import { takeLease } from '../../../../src/service/store/repositories/leases.ts'
import type { ChainHeadRow } from '../../../../src/service/store/schema/schema.ts'
import { DeadlineClock } from '../../../../src/service/store/writes/deadline-clock.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { BlockTree, sourceOf } from '../block-tree.ts'
import { CHAIN, NotifiedChain } from '../notify/notified-chain.ts'
import { idleWork } from './idle-work.ts'

const CLAIM = { claimId: 'claim', holder: 'test' }
const HOUR_MS = 3_600_000
const ROUND_MS = 10_000

/** Two servers that look at a chain whose row a test sets. */
async function watched() {
  const chain = await NotifiedChain.open()
  const { store, deadlines } = chain.service
  await chain.alert('watch', {}, await chain.destinations(1))
  const clock = new TestClock()
  const report = (error: unknown) => expect.fail(String(error))
  const deps = { store, reads: createReads(store.read), clock, deadlines, wake: () => {}, report }
  let ids = 0
  const watchdogs = [1, 2].map(
    () => new Watchdog({ ...deps, newId: () => `notice ${String(++ids).padStart(8, '0')}`, sleep: async () => {} }),
  )
  await store.write((db) => ensureChainHead(db, CHAIN, clock.now()))
  const lookOnly = async () => {
    for (const watchdog of watchdogs) await watchdog.look([CHAIN])
  }
  const notices = async () => {
    const rows = await store.read.selectFrom('alert_events').select('content').orderBy('created_at').execute()
    return rows.map(({ content }) => JSON.parse(content).notice)
  }
  return {
    clock,
    store,
    lookOnly,
    notices,
    row: async () => (await findChainHead(store.read, CHAIN)) as ChainHeadRow,
    async look(row: Partial<ChainHeadRow>) {
      await store.write(async (db) => {
        await db.updateTable('chain_heads').set(row).where('chain_id', '=', CHAIN).execute()
      })
      await lookOnly()
      return notices()
    },
    seconds: () => Math.floor(clock.now() / 1000),
  }
}

test('a chain that is five minutes behind is reported once by all servers, and so is the end', async () => {
  const { clock, look, seconds } = await watched()
  const tip = { tip_number: 7, tip_hash: 'a', head_number: 12 }
  expect(await look({ ...tip, tip_time: seconds() })).toEqual([])
  clock.advance(301_000)
  const begun = [
    {
      kind: 'lag',
      step: 'begun',
      text: 'the follower is 5 min behind: monitored addresses are not watched',
      details: [
        'node: no answer',
        'Last block read: 7, head 12',
        'What happens on the chain meanwhile is reported when it is read',
        'State: WAITING',
      ],
      command: 'txwarden chain test base',
    },
  ]
  const waiting = { state: 'WAITING', reason: 'node: no answer', reason_code: 'no-node' } as const
  expect(await look(waiting)).toEqual(begun)
  clock.advance(600_000)
  expect(await look(waiting)).toEqual(begun)
  const over = { kind: 'lag', step: 'over', text: 'the follower is at the head again', details: [] }
  expect(await look({ tip_time: seconds(), state: 'AT_HEAD', reason: null, reason_code: null })).toEqual([
    ...begun,
    over,
  ])
  clock.advance(301_000)
  expect(await look({ state: 'AT_HEAD' })).toHaveLength(3)
})

test('a chain that has no node is reported after five minutes', async () => {
  const { clock, look } = await watched()
  const waiting = { state: 'WAITING', reason: 'no node is configured', reason_code: 'no-node' } as const
  expect(await look(waiting)).toEqual([])
  clock.advance(301_000)
  expect(await look(waiting)).toMatchObject([
    {
      kind: 'lag',
      text: 'not followed for 5 min: monitored addresses are not watched',
      command: 'txwarden chain add base',
    },
  ])
})

test('a node that is dead for an hour is reported within five minutes of the last block, once, with its reason', async () => {
  const tree = new BlockTree(20)
  let isDead = false
  const dead: RpcFailure = nodeFailure('node', 'network', 'no connection')
  const { clock, store, notices, lookOnly, row } = await watched()
  clock.step(tree.head.timestamp * 1000 - clock.now())
  await store.write((db) => takeLease(db, { table: 'chain_heads', id: CHAIN, ...CLAIM }, { until: 2 ** 50, now: 0 }))
  const follow = new FollowChain(await row(), {
    chainId: CHAIN,
    store,
    clock,
    work: idleWork,
    claim: CLAIM,
    leaseMs: 10_000,
    maxGapMs: 24 * HOUR_MS,
    takeOver: async () => {},
    report: (error) => expect.fail(String(error)),
    stopping: new AbortController().signal,
    deadlines: await DeadlineClock.open(store, clock),
    sources: async () => [sourceOf(tree, { fails: () => (isDead ? dead : undefined) })],
  })
  await follow.step()
  isDead = true
  let notifiedAfter: number | undefined
  for (let passed = 0; passed < HOUR_MS; passed += ROUND_MS) {
    await follow.step()
    await lookOnly()
    if (notifiedAfter === undefined && (await notices()).length > 0) notifiedAfter = passed
    clock.advance(ROUND_MS)
  }
  expect(notifiedAfter).toBeLessThanOrEqual(5 * 60_000 + ROUND_MS)
  expect(await notices()).toMatchObject([
    { kind: 'lag', step: 'begun', details: expect.arrayContaining([expect.stringContaining(dead.message)]) },
  ])
  isDead = false
  tree.mine(300)
  while (((await row()).tip_number ?? 0) < tree.head.number) await follow.step()
  await lookOnly()
  expect(await notices()).toMatchObject([{ step: 'begun' }, { kind: 'lag', step: 'over' }])
})

test('what a person has to decide is reported at once', async () => {
  const { look, seconds } = await watched()
  const tip = { tip_number: 7, tip_hash: 'a', tip_time: seconds() }
  const stop = { state: 'STOPPED', reason: 'node: a reorg deeper than kept', reason_code: 'deep-reorg' } as const
  const text = 'following stopped: the alerts of this chain are off'
  const notified = {
    kind: 'stopped',
    text,
    details: [stop.reason],
    command: 'txwarden chain skip base --to-block latest',
  }
  expect(await look({ ...tip, ...stop })).toMatchObject([notified])
  expect(await look(stop)).toHaveLength(1)
})

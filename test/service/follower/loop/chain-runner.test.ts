import { expect, onTestFinished, test } from 'vitest'
import { ChainRunner } from '../../../../src/service/follower/loop/chain-runner.ts'
import { openStore } from '../../../../src/service/store/open.ts'
import { moveTip } from '../../../../src/service/store/repositories/chain-tips.ts'
import { DeadlineClock } from '../../../../src/service/store/writes/deadline-clock.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { BlockTree, sourceOf } from '../block-tree.ts'
import { idleWork } from './idle-work.ts'

test('a chain that stopped goes on within two seconds after another process skips it', async () => {
  const { database } = await freshDatabase(temporaryFolder())
  const clock = new TestClock()
  const store = await openStore(database, { clock, env: {} } as never)
  onTestFinished(() => store.close())
  const tree = new BlockTree(300)
  const stopping = new AbortController()
  const states: { state: string; at: number }[] = []
  let skippedAt: number | undefined
  let slept = 0
  let isReplaced = false
  const runner = new ChainRunner({
    chainId: '1',
    store,
    clock,
    work: idleWork,
    claim: { claimId: 'claim', holder: 'test' },
    maxGapMs: 86_400_000,
    deadlines: await DeadlineClock.open(store, clock),
    sources: async () => [sourceOf(tree)],
    takeOver: async () => {},
    report: () => {},
    onState: ({ state }) => states.push({ state, at: clock.elapsed() }),
    // What keeps the lease sleeps, too; it is not what makes time pass.
    sleep: async (ms, signal) => {
      if (ms === 3000 && slept++ === 0)
        return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }))
      if (states.at(-1)?.state === 'AT_HEAD' && !isReplaced) {
        isReplaced = true
        tree.reorg(120, 125)
      }
      if (states.at(-1)?.state === 'STOPPED' && skippedAt === undefined) {
        const [row, ...below] = tree.branch.slice(-100).toReversed().map(rowOf)
        if (row) await store.write((db) => moveTip(db, { to: row, below, now: clock.now() }))
        skippedAt = clock.elapsed()
      }
      clock.advance(ms)
      const isOver = skippedAt !== undefined && states.at(-1)?.state === 'AT_HEAD'
      if (isOver || clock.elapsed() > 120_000) stopping.abort()
    },
  })
  await runner.run(stopping.signal)
  expect(states.map(({ state }) => state)).toContain('STOPPED')
  expect(states.at(-1)?.state).toBe('AT_HEAD')
  expect((states.at(-1)?.at ?? 0) - (skippedAt ?? 0)).toBeLessThanOrEqual(2000)
})

test('a chain that stands still is written now and then, and its lease is not renewed twice', async () => {
  const { database } = await freshDatabase(temporaryFolder())
  const clock = new TestClock()
  const store = await openStore(database, { clock, env: {} } as never)
  onTestFinished(() => store.close())
  const deadlines = await DeadlineClock.open(store, clock)
  const stopping = new AbortController()
  let writes = 0
  const runner = new ChainRunner({
    chainId: '1',
    clock,
    deadlines,
    work: idleWork,
    maxGapMs: 86_400_000,
    store: {
      ...store,
      write(work) {
        writes += 1
        return store.write(work)
      },
    },
    claim: { claimId: 'claim', holder: 'test' },
    sources: async () => [sourceOf(new BlockTree(300))],
    takeOver: async () => {},
    report: () => {},
    sleep: async (ms, signal) => {
      // What renews the lease beside the steps: it does so when they end.
      if (ms === 3000)
        return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }))
      clock.advance(ms)
      if (clock.elapsed() > 60_000) stopping.abort()
    },
  })
  await runner.run(stopping.signal)
  // Each four seconds, and what begins and ends it.
  expect(writes).toBeLessThanOrEqual(60 / 4 + 4)
  expect(writes).toBeGreaterThan(10)
})

function rowOf({ number, hash, parentHash, timestamp }: BlockTree['head']) {
  return { chain_id: '1', number, hash, parent_hash: parentHash, time: timestamp }
}

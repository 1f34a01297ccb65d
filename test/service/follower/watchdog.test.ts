import { expect, test } from 'vitest'
import { Watchdog } from '../../../src/service/follower/watchdog.ts'
import { createReads } from '../../../src/service/records/reads.ts'
import { ensureChainHead } from '../../../src/service/store/repositories/chain-heads.ts'
import type { ChainHeadRow } from '../../../src/service/store/schema.ts'
import { TestClock } from '../../support/deterministic.ts'
import { CHAIN, ToldChain } from './tell/told-chain.ts'

/** Two servers that look at a chain whose row a test sets. */
async function watched() {
  const chain = await ToldChain.open()
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
  return {
    clock,
    async look(row: Partial<ChainHeadRow>) {
      await store.write(async (db) => {
        await db.updateTable('chain_heads').set(row).where('chain_id', '=', CHAIN).execute()
      })
      for (const watchdog of watchdogs) await watchdog.look([CHAIN])
      const rows = await store.read.selectFrom('alert_events').select('content').orderBy('created_at').execute()
      return rows.map(({ content }) => JSON.parse(content).notice)
    },
    seconds: () => Math.floor(clock.now() / 1000),
  }
}

test('a chain that is five minutes behind is told once by all servers, and so is the end', async () => {
  const { clock, look, seconds } = await watched()
  const tip = { tip_number: 7, tip_hash: 'a', head_number: 12 }
  expect(await look({ ...tip, tip_time: seconds() })).toEqual([])
  clock.advance(301_000)
  const begun = [
    {
      kind: 'lag',
      step: 'begun',
      text: 'the follower is 5 min behind',
      details: [
        'State: WAITING, node: no answer',
        'Last block read: 7, head 12',
        'What happens on the chain meanwhile is told when it is read',
      ],
      command: 'txwarden chain add base',
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

test('a chain that has no node is told after five minutes', async () => {
  const { clock, look } = await watched()
  const waiting = { state: 'WAITING', reason: 'no node is configured', reason_code: 'no-node' } as const
  expect(await look(waiting)).toEqual([])
  clock.advance(301_000)
  expect(await look(waiting)).toMatchObject([{ kind: 'lag', text: 'not followed for 5 min' }])
})

test('what a person has to decide is told at once', async () => {
  const { look, seconds } = await watched()
  const tip = { tip_number: 7, tip_hash: 'a', tip_time: seconds() }
  const stop = { state: 'STOPPED', reason: 'node: a reorg deeper than kept', reason_code: 'deep-reorg' } as const
  const told = { kind: 'stopped', details: [stop.reason], command: 'txwarden chain skip base --to latest' }
  expect(await look({ ...tip, ...stop })).toMatchObject([told])
  expect(await look(stop)).toHaveLength(1)
})

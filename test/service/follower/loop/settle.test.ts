import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { MonitorProcessor } from '../../../../src/service/follower/block-processor.ts'
import { createReads } from '../../../../src/service/records/reads/reads.ts'
import { activeAlerts } from '../../../../src/service/store/repositories/alerts.ts'
import type { Db } from '../../../../src/service/store/schema/schema.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { ask } from '../../../support/requests.ts'
import { CHAIN, NotifiedChain } from '../notify/notified-chain.ts'

/** How many queries read events by their block. */
function countingReads(db: Db): { db: Db; count: () => number } {
  let reads = 0
  const spy: KyselyPlugin = {
    transformQuery({ node }) {
      const text = JSON.stringify(node)
      if (node.kind === 'SelectQueryNode' && text.includes('chain_events') && text.includes('block_number')) reads += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(spy), count: () => reads }
}

test('after confirmations are lowered, what waited is read until it is reported for certain, and not again', async () => {
  const chain = await NotifiedChain.open()
  const { store, deadlines } = chain.service
  const alertId = await chain.alert('watch', { confirmations: 'finalized' })
  await chain.monitor()
  chain.alerts = await activeAlerts(store.read)
  await chain.apply({ transaction: 1, kind: 'sent' })
  const body = { alertId, alertType: 'MONITOR', alertName: 'watch', isActive: true }
  const lower = (confirmations: number) =>
    ask(chain.service, 'PUT', '/ext/v1/alert-configurations', { ...body, transactionFilter: { confirmations } })
  await lower(2)

  let ids = 0
  const work = new MonitorProcessor({
    chainId: CHAIN,
    reads: createReads(store.read),
    chain: { observeBlock: async () => undefined },
    deadlines,
    clock: new TestClock(),
    newId: () => `settled ${++ids}`,
    wake: () => {},
  })
  /** One step that applies the next block. @returns queries for what waits */
  const step = async (fails?: 'fails') => {
    const previous = { tip: chain.tip, finalized: 90 }
    const facts = await work.begin()
    let reads = 0
    const done = store.write(async (db) => {
      const counting = countingReads(db)
      await work.settle(counting.db, { ...facts, tip: chain.tip + 1, finalized: 90, previous })
      reads = counting.count()
      if (fails) throw new Error('the database failed')
    })
    if (fails) await expect(done).rejects.toThrow('failed')
    else await done.then(() => (chain.tip += 1))
    return reads
  }
  const notified = async () => (await chain.notified()).length

  expect([await step('fails'), await notified()]).toEqual([1, 0])
  expect([await step(), await notified()]).toEqual([1, 0])
  expect([await step(), await notified()]).toEqual([1, 1])
  // A block is read because it has its two confirmations now; not all that the former condition held back.
  await lower(0)
  await step()
  expect([await step(), await step()]).toEqual([0, 0])
  await lower(1)
  await lower(0)
  expect(await step()).toBe(1)
  expect(await step()).toBe(0)
  expect(await notified()).toBe(1)
})

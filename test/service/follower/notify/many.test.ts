import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { planSubjects } from '../../../../src/service/alerts/delivery/plan-deliveries.ts'
import { sentStepsOf } from '../../../../src/service/store/repositories/alert-events.ts'
import { firstDigest } from '../../../../src/service/store/repositories/digests.ts'
import { CHAIN, hashOf, test } from './notified-chain.ts'

/** More than a statement of SQLite takes as parameters (32,766); PostgreSQL takes 65,535. */
const MANY = 33_000
const MANY_SUBJECTS = 66_000

/** Numbers from 1 on, as rows `n(i)`. */
const numbers = (count: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`

/** Decimal digits, which are hexadecimal ones too. */
const ADDRESS = sql`'0x' || ${sql.lit('0'.repeat(33))} || (1000000 + i)`

const subjects = Array.from({ length: MANY_SUBJECTS }, (_, at) => `subject ${at}`)

describe('strangers choose how many', () => {
  test('digests of all addresses are reported in one message', async ({ chain }) => {
    await chain.alert('watch')
    await chain.service.store.write(async (db) => {
      await sql`insert into digests (id, topic, chain_id, address, since, due_at, count, content)
        ${numbers(MANY)} select 'd' || i, 'poison', ${CHAIN}, ${ADDRESS}, 0, 1, case when i = 7 then 9 else 1 end,
          '{"samples":["a"]}' from n`.execute(db)
      await sql`insert into monitored_addresses (id, address, address_key, chain_id, name, name_key, enabled, revision,
        created_at)
        ${numbers(MANY)} select 'm' || i, ${ADDRESS}, ${ADDRESS}, ${CHAIN}, '', '', 1, i, i from n`.execute(db)
    })
    await chain.settle()
    const [event, ...more] = await chain.events()
    expect(more).toEqual([])
    expect(event?.content.notice?.text).toMatch(
      /^33,008 poisoning transfers in the history of 33000 monitored addresses/,
    )
    expect(event?.content.notice?.details).toHaveLength(12)
    expect(event?.content.notice?.details[0]).toBe('0x0000…0007: 9, such as a')
    expect(await firstDigest(chain.service.store.read, { topic: 'poison', chain_id: CHAIN })).toBeUndefined()
  })

  test('events that a reorg removed leave the chain some at a time, and all of them', async ({ chain }) => {
    await chain.alert('watch')
    await chain.monitor()
    const count = 1200
    await chain.apply(
      ...Array.from({ length: count }, (_, transaction) => ({ transaction, kind: 'received' as const })),
    )
    await chain.undo(1)
    for (let block = 0; block < 7; block++) await chain.apply()
    const out = async () =>
      (await chain.service.store.read.selectFrom('chain_events').select('id').where('state', '=', 'OUT').execute())
        .length
    const first = await out()
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(count)
    await chain.settle(1)
    expect(await out()).toBe(count)
    const retracted = (await chain.notified()).filter(({ step }) => step === 'retracted')
    expect(new Set(retracted.map(({ transaction }) => transaction)).size).toBe(count)
    expect(retracted).toHaveLength(count)
  })

  test('lists of subjects may be of any length', async ({ chain }) => {
    const alerts = await Promise.all(Array.from({ length: 40 }, (_, at) => chain.alert(`watch ${at}`)))
    const { store } = chain.service
    await chain.monitor()
    await chain.alert('many', {}, await chain.destinations(70))
    await chain.apply({ transaction: 1, kind: 'received' })
    const subject = `chain:${CHAIN}:${hashOf(1)}`
    const [waiting] = await store.read.selectFrom('fan_outs').select('subject').execute()
    const asked = [...subjects, waiting?.subject ?? subject]
    let ids = 0
    await store.write((db) => planSubjects(db, asked, { now: chain.now, newId: () => `planned ${++ids}` }))
    expect(await store.read.selectFrom('fan_outs').select('id').execute()).toEqual([])
    expect(await sentStepsOf(store.read, asked)).toHaveLength(alerts.length + 1)
  })
})

test('a retraction reaches all alerts that were reported, some messages at a time', async ({ chain }) => {
  const destinations = await chain.destinations(2)
  for (let at = 0; at < 40; at++) await chain.alert(`watch ${at}`, {}, destinations)
  await chain.monitor()
  await chain.apply({ transaction: 1, kind: 'received' })
  await chain.plan()
  await chain.undo(1)
  for (let block = 0; block < 7; block++) await chain.apply()
  const retracted = (await chain.events()).filter(({ step }) => step === 'retracted')
  expect(retracted.map(({ alert_name }) => alert_name).sort()).toEqual(
    Array.from({ length: 40 }, (_, at) => `watch ${at}`).sort(),
  )
  expect(new Set(retracted.map(({ content }) => content.alert.name)).size).toBe(40)
})

import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Service } from '../../src/service/index.ts'
import { writeSetting } from '../../src/service/store/repositories/settings.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { type Answered, ask } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openServices } from './servers.ts'

const SENDER = '0x7e57000000000000000000000000000000000001'
const CONTRACT = '0x7e57000000000000000000000000000000000002'

const validate = (service: Service, index: number, more: object = {}) =>
  ask(service, 'POST', '/api/v2/transaction/validate', {
    transaction: { chainId: '1', from: `0x7e57${index.toString(16).padStart(36, '0')}`, to: CONTRACT, data: '0x' },
    trackNonce: false,
    ...more,
  })

const block = (service: Service, address: string) =>
  ask(service, 'POST', '/api/v2/management/control-lists', { address, type: 'BLOCK', productType: 'SONAR' })

const statuses = (answers: readonly Answered[]) => answers.map(({ status }) => status)

async function openOne() {
  const place = await freshDatabase(temporaryFolder())
  const [service] = await openServices(1, place)
  const client = new pg.Client(place.database)
  await client.connect()
  onTestFinished(() => client.end())
  return { service: service as Service, client }
}

test('concurrent validations share a commit', async () => {
  const { service, client } = await openOne()
  await validate(service, 0)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => validate(service, index + 1)))
  expect(statuses(answers)).toEqual(Array(60).fill(200))
  const { rows } = await client.query(
    'select count(*)::int as kept, count(distinct xmin::text)::int as commits from transactions',
  )
  expect(rows[0].kept).toBe(61)
  expect(rows[0].commits).toBeLessThan(20)
})

test('a refused write does not affect the others', async () => {
  const { service, client } = await openOne()
  const written = (id: string) =>
    service.store.write(async (db) => {
      await db.insertInto('settings').values({ name: id, value: '"x"', updated_at: 1 }).execute()
      return id
    })
  const outcomes = await Promise.allSettled([
    written('first'),
    service.store.write(async (db) => {
      await db.selectFrom('settings').selectAll().execute()
      throw new Error('refused after a look')
    }),
    written('second'),
    service.store.write(async (db) => {
      await db.insertInto('settings').values({ name: 'undone', value: '"x"', updated_at: 1 }).execute()
      throw new Error('refused after a write')
    }),
    // One of the two is in the way of the other for ever: a mistake that no other try mends.
    written('first'),
    written('third'),
  ])
  const said = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message))
  const [first, afterLook, second, afterWrite, again, third] = said
  expect([afterLook, second, afterWrite, third]).toEqual([
    'refused after a look',
    'second',
    'refused after a write',
    'third',
  ])
  expect([first, again].sort()).toEqual([expect.stringContaining('duplicate key'), 'first'])
  const { rows } = await client.query('select name from settings order by name')
  expect(rows.map(({ name }) => name)).toEqual(['first', 'second', 'third'])
})

test('a write of many rows streams them to the server', async () => {
  const { service, client } = await openOne()
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await service.store.write(async (db) => {
    for (let index = 0; index < 20_000; index++) await writeSetting(db, `row ${index}`, '1', index)
  })
  clearInterval(timer)
  // Sixty thousand values, some four thousand at a time.
  expect(turns).toBeGreaterThan(10)
  const { rows } = await client.query('select count(*)::int as kept from settings')
  expect(rows[0].kept).toBe(20_000)
})

test('a write that waits for a lock does not delay the others', async () => {
  const { service, client } = await openOne()
  await block(service, SENDER)
  await client.query('begin')
  await client.query("select 1 from kept_counts where name = 'block' for update")
  let isBlocked = true
  const blocking = block(service, CONTRACT).finally(() => {
    isBlocked = false
  })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => validate(service, index)))
  expect(statuses(answers)).toEqual(Array(20).fill(200))
  expect(isBlocked).toBe(true)
  await client.query('commit')
  expect((await blocking).status).toBe(200)
})

test('conflicting writes of two servers are all stored correctly', async () => {
  const services = await openServices(2)
  const serviceOf = (index: number) => services[index % 2] as Service
  const tracked = { trackNonce: true, signTransaction: true }
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) => {
      if (index % 4 === 0) return validate(serviceOf(index / 4), 1, tracked)
      if (index % 10 === 1) return block(serviceOf(index), `0x7e58${(index % 3).toString(16).padStart(36, '0')}`)
      return validate(serviceOf(index), 1000 + index)
    }),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ body }) => body.code)).toEqual(Array(refused.length).fill('entry-overlap'))
  const { read } = serviceOf(0).store
  const nonces = await read
    .selectFrom('transactions')
    .select('payload_nonce')
    .where('payload_nonce', 'is not', null)
    .execute()
  expect(nonces.map(({ payload_nonce }) => Number(payload_nonce)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  )
  const lists = await ask(serviceOf(1), 'GET', '/api/v2/management/control-lists')
  expect(lists.body.totalElements).toBe(answers.filter(({ body }) => body.controlListId !== undefined).length)
  const kept = await read
    .selectFrom('transactions')
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(kept.count)).toBe(answers.filter(({ body }) => body.svcTxId !== undefined).length)
})

test('a transaction that conflicts at each retry says that the database is busy', async () => {
  const { service } = await openOne()
  const conflict = sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`
  const error = await service.store.write((db) => conflict.execute(db)).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'unavailable', code: 'database-busy' })
  expect(service.store.failureOf(error)).toBe('busy')
})

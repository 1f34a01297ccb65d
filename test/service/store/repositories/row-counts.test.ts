import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Service } from '../../../../src/service/index.ts'
import { sqliteDialect } from '../../../../src/service/store/dialect.ts'
import { up as initial } from '../../../../src/service/store/migrations/0001-initial.ts'
import { up as intel } from '../../../../src/service/store/migrations/0002-intel.ts'
import { up as history } from '../../../../src/service/store/migrations/0003-history.ts'
import { up as outbox } from '../../../../src/service/store/migrations/0004-outbox.ts'
import type { Db } from '../../../../src/service/store/schema/schema.ts'
import { call, column, localDatabase } from '../../administration/local-database.ts'

const LISTS = '/api/v2/management/control-lists'
const MONITORS = '/api/v2/management/monitor'

const address = (index: number) => `0x7e570000000000000000000000000000000000${index.toString(16).padStart(2, '0')}`

async function totalOf(service: Service, path: string, query: string): Promise<number> {
  const answer = await service.handle({ method: 'GET', path, query, headers: {}, body: '' }, { kind: 'in-process' })
  return (JSON.parse(answer.body) as { totalElements: number }).totalElements
}

test('counters equal the row counts after inserts, deletes, refusals and rollbacks', async () => {
  const local = localDatabase()
  const change = fc.record({
    what: fc.constantFrom('allow', 'block', 'monitor', 'remove', 'unmonitor'),
    about: fc.integer({ min: 0, max: 8 }),
  })
  await local.use((service) =>
    fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        // Concurrently: some share a commit, and one of two duplicates is refused.
        await Promise.allSettled(
          changes.map(async ({ what, about }) => {
            if (what === 'monitor') return call(service, 'POST', MONITORS, { address: address(about), chainId: '1' })
            if (what === 'allow' || what === 'block')
              return call(service, 'POST', LISTS, {
                address: address(about),
                type: what.toUpperCase(),
                productType: 'SONAR',
              })
            const [table, path] =
              what === 'remove' ? ['control_list_entries', LISTS] : ['monitored_addresses', MONITORS]
            const [id] = column(local.database, `select id from ${table} order by id`)
            return call(service, 'DELETE', `${path}/${String(id)}`, {})
          }),
        )
        const count = (from: string) => column(local.database, `select count(*) from ${from}`)[0]
        expect(await totalOf(service, LISTS, '')).toBe(count('control_list_entries'))
        expect(await totalOf(service, LISTS, 'type=BLOCK')).toBe(count(`control_list_entries where type = 'BLOCK'`))
        expect(await totalOf(service, MONITORS, '')).toBe(count('monitored_addresses'))
      }),
      { numRuns: 40 },
    ),
  )
})

test('a migration initialises the counters from the rows', async () => {
  const local = localDatabase()
  // Not as a write, which would sum the rows of tables that are dropped here.
  await local.use(({ store }) => startOverAsBefore(store.read))
  await local.use(async (service) => {
    expect(await totalOf(service, LISTS, '')).toBe(3)
    expect(await totalOf(service, LISTS, 'type=ALLOW')).toBe(1)
    expect(await totalOf(service, MONITORS, '')).toBe(1)
  })
})

/** Leaves a database of an earlier version, with a few rows. */
async function startOverAsBefore(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite%' and name not like 'kysely%' order by rowid desc`.execute(db)
  for (const { name } of rows) await db.schema.dropTable(name).execute()
  const bare = db as unknown as Kysely<unknown>
  for (const up of [initial, intel, history, outbox]) await up(bare, sqliteDialect)
  await sql`delete from kysely_migration where name >= '0005'`.execute(db)
  for (const [id, type] of [
    ['a', 'ALLOW'],
    ['b', 'BLOCK'],
    ['c', 'BLOCK'],
  ])
    await sql`insert into control_list_entries values (${id}, ${id}, ${id}, '[]', ${type}, 'SONAR', 1, 1)`.execute(db)
  await sql`insert into monitored_addresses values ('m', 'm', 'm', '1', '', '', 1, 1)`.execute(db)
}

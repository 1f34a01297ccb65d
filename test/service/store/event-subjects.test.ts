import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { postgresDialect, sqliteDialect } from '../../../src/service/store/dialect.ts'
import { migrateUpTo } from '../../../src/service/store/migrate.ts'
import { openStore } from '../../../src/service/store/open.ts'
import type { Schema } from '../../../src/service/store/schema/schema.ts'
import { APPLICATION_ID } from '../../../src/service/store/sqlite/checks.ts'
import { kyselyDialect } from '../../../src/service/store/sqlite/kysely-dialect.ts'
import { emptyPlace } from '../../support/fresh-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const HASH = `0x${'a'.repeat(64)}`
const BEFORE = '0016-follower'

/** A database of the version before, with what its alerts notified. */
async function formerDatabase(): Promise<string> {
  const database = await emptyPlace(temporaryFolder())
  const isPostgres = inject('postgres') !== undefined
  const db = new Kysely<Schema>({
    dialect: isPostgres
      ? new PostgresDialect({ pool: new pg.Pool({ connectionString: database }) })
      : kyselyDialect(new DatabaseSync(database)),
  })
  if (!isPostgres) await sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`.execute(db)
  await migrateUpTo(db, [BEFORE], isPostgres ? postgresDialect : sqliteDialect)
  const notified = (transaction: object) => JSON.stringify({ alert: {}, transaction: { chainId: '1', ...transaction } })
  const rows = [
    ['e1', 'sonar', 'SONAR', 't1', notified({})],
    ['e2', 'watch', 'MONITOR', 't1', notified({ transactionId: HASH })],
    ['e3', 'watch', 'MONITOR', 't2', notified({ transactionId: HASH })],
    ['e4', 'other', 'MONITOR', 't2', notified({ transactionId: HASH })],
  ]
  for (const [id, alert, type, transaction, content] of rows)
    await sql`insert into alert_events (id, alert_id, alert_name, alert_type, svc_tx_id, content, created_at, confirmed_at)
      values (${id}, ${alert}, ${alert}, ${type}, ${transaction}, ${content}, 1, 2)`.execute(db)
  for (const [id] of rows) {
    await sql`insert into deliveries (id, event_id, alert_id, destination_id, destination_name, channel, state, due_at, attempts,
      uncounted, error_message, created_at, updated_at)
      values (${`d-${id}`}, ${id}, 'a', 'd', '', 'EMAIL', 'SENT', 0, 1, 0, '', 1, 1)`.execute(db)
    await sql`insert into delivery_attempts (delivery_id, number, at, latency_ms, state, error_message, claim_id)
      values (${`d-${id}`}, 1, 1, 1, 'SENT', '', '')`.execute(db)
  }
  for (const [id, transaction] of [
    ['f1', {}],
    ['f2', { transactionId: HASH }],
  ] as const)
    await sql`insert into fan_outs (id, svc_tx_id, content, alerts, planned, unplanned_deliveries, created_at)
      values (${id}, 't3', ${notified(transaction)}, '{}', 0, 1, 1)`.execute(db)
  await db.destroy()
  return database
}

test('alert events of the version before keep their deliveries, and are about what they were reported for', async () => {
  const store = await openStore(await formerDatabase(), { env: {} })
  try {
    const events = await store.read.selectFrom('alert_events').selectAll().orderBy('id').execute()
    expect(events.map(({ id, svc_tx_id, subject, step, round }) => [id, svc_tx_id, subject, step, round])).toEqual([
      ['e1', 't1', 't1', '', 0],
      ['e2', 't1', `1:${HASH}`, 'included', 0],
      // The second validation with this hash.
      ['e3', 't2', 't2', '', 0],
      ['e4', 't2', `1:${HASH}`, 'included', 0],
    ])
    const fanOuts = await store.read.selectFrom('fan_outs').selectAll().orderBy('id').execute()
    expect(fanOuts.map(({ subject, step }) => [subject, step])).toEqual([
      ['t3', ''],
      [`1:${HASH}`, 'included'],
    ])
    const deliveries = await store.read.selectFrom('deliveries').select('id').orderBy('id').execute()
    const attempts = await store.read
      .selectFrom('delivery_attempts')
      .select('delivery_id')
      .orderBy('delivery_id')
      .execute()
    expect(deliveries.map(({ id }) => id)).toEqual(['d-e1', 'd-e2', 'd-e3', 'd-e4'])
    expect(attempts.map(({ delivery_id }) => delivery_id)).toEqual(deliveries.map(({ id }) => id))

    // References hold again: deliveries go with their event, and need one.
    await store.write((db) => db.deleteFrom('alert_events').where('id', '=', 'e1').execute())
    expect(await store.read.selectFrom('deliveries').select('id').where('id', '=', 'd-e1').execute()).toEqual([])
    await expect(
      store.write((db) => db.updateTable('deliveries').set({ event_id: 'none' }).where('id', '=', 'd-e2').execute()),
    ).rejects.toThrow(/foreign key/i)
  } finally {
    await store.close()
  }
})

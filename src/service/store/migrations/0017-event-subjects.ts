import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Alert events are about a step of a subject, so that a reorg can retract a transaction that was notified. Conditions of MONITOR alerts. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect.name === 'sqlite') {
    await rebuildEvents(db, dialect)
    await rebuildFanOuts(db, dialect)
  } else {
    await db.schema.alterTable('alert_events').dropConstraint('alert_events_once').execute()
    for (const table of ['alert_events', 'fan_outs']) await alter(db, table)
    await db.schema
      .alterTable('alert_events')
      .addUniqueConstraint('alert_events_once', ['subject', 'alert_id', 'step', 'round'])
      .execute()
  }
  await nameTransactions(db, dialect)
  await db.schema.alterTable('alerts').addColumn('chain_filter', 'text').execute()
}

/** SQLite changes no constraint of a table: sqlite.org/lang_altertable.html, section 7. */
async function rebuildEvents(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  await requireNoForeignKeys(db)
  await db.schema
    .createTable('alert_events_new')
    .modifyEnd(tableSuffix)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('alert_id', 'text', (c) => c.notNull())
    .addColumn('alert_name', 'text', (c) => c.notNull())
    .addColumn('alert_type', 'text', (c) => c.notNull())
    .addColumn('svc_tx_id', 'text')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text')
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('confirmed_at', bigint)
    .addUniqueConstraint('alert_events_once', ['subject', 'alert_id', 'step', 'round'])
    .execute()
  // The row ids too: estimates count by them.
  const columns = sql`rowid, id, alert_id, alert_name, alert_type, svc_tx_id, content, created_at, confirmed_at`
  await sql`insert into alert_events_new (${columns}, subject, step, round)
    select ${columns}, svc_tx_id, '', 0 from alert_events order by rowid`.execute(db)
  await db.schema.dropTable('alert_events').execute()
  await db.schema.alterTable('alert_events_new').renameTo('alert_events').execute()
  await db.schema.createIndex('alert_events_transaction').on('alert_events').column('svc_tx_id').execute()
  const broken = await sql`select 1 from pragma_foreign_key_check('deliveries')`.execute(db)
  if (broken.rows.length > 0) throw new Error('a delivery has no alert event')
}

/** With them, dropping the table would delete all deliveries. */
async function requireNoForeignKeys(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db)
  const events = await sql`select 1 from alert_events limit 1`.execute(db)
  if (rows[0]?.foreign_keys !== 0 && events.rows.length > 0) throw new Error('foreign keys are on')
}

async function rebuildFanOuts(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  await db.schema.alterTable('fan_outs').renameTo('fan_outs_old').execute()
  await db.schema
    .createTable('fan_outs')
    .modifyEnd(tableSuffix)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('svc_tx_id', 'text')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text')
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('alerts', 'text', (c) => c.notNull())
    .addColumn('planned', 'integer', (c) => c.notNull())
    .addColumn('unplanned_deliveries', 'integer', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()
  const columns = sql`id, svc_tx_id, content, alerts, planned, unplanned_deliveries, created_at`
  await sql`insert into fan_outs (${columns}, subject, step, round)
    select ${columns}, svc_tx_id, '', 0 from fan_outs_old order by rowid`.execute(db)
  await db.schema.dropTable('fan_outs_old').execute()
}

async function alter(db: Kysely<unknown>, table: string): Promise<void> {
  for (const column of ['subject', 'step', 'kind'])
    await db.schema.alterTable(table).addColumn(column, 'text').execute()
  await db.schema
    .alterTable(table)
    .addColumn('round', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update ${sql.table(table)} set subject = svc_tx_id, step = ''`.execute(db)
  await sql`alter table ${sql.table(table)} alter column subject set not null, alter column step set not null,
    alter column round drop default, alter column svc_tx_id drop not null`.execute(db)
}

/**
 * Events of a reported transaction are about that transaction. Several validations can have been reported with one
 * hash: alerts fired for the first one.
 */
async function nameTransactions(db: Kysely<unknown>, { name }: Dialect): Promise<void> {
  const member = (member: string) =>
    name === 'sqlite'
      ? sql`json_extract(content, ${sql.lit(`$.transaction.${member}`)})`
      : sql`(content::json -> 'transaction' ->> ${sql.lit(member)})`
  const about = sql`${member('chainId')} || ':' || ${member('transactionId')}`
  await sql`update alert_events set subject = told.about, step = 'included'
    from (select min(id) as id, about from (
      select id, alert_id, ${about} as about from alert_events where alert_type = 'MONITOR') as events
      where about is not null group by alert_id, about) as told
    where told.id = alert_events.id`.execute(db)
  await sql`update fan_outs set subject = ${about}, step = 'included'
    where ${member('transactionId')} is not null`.execute(db)
}

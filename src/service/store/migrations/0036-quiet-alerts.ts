import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

const STATES = sql`state in ('PENDING', 'SENT', 'DEAD', 'CANCELLED', 'GROUPED', 'SILENCED')`

/** Deliveries that one digest sends, alerts that are silenced for a time, the order by severity, and heartbeats of destinations. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, tableSuffix } = dialect
  if (dialect.name === 'sqlite') await rebuildDeliveries(db, dialect)
  else await alterDeliveries(db)
  for (const state of ['GROUPED', 'SILENCED'])
    await db.schema
      .createIndex(`deliveries_${state.toLowerCase()}_created`)
      .on('deliveries')
      .columns(['created_at', 'id'])
      .where(sql<boolean>`state = ${sql.lit(state)}`)
      .execute()
  await db.schema
    .createIndex('deliveries_group')
    .on('deliveries')
    .columns(['group_id', 'created_at', 'id'])
    .where(sql<boolean>`group_id is not null`)
    .execute()
  // The order in which a queue is sent.
  await sql`create index deliveries_severity on deliveries (destination_id, severity desc, created_at, id)
    where state = 'PENDING'`.execute(db)

  await db.schema
    .createTable('delivery_groups')
    .modifyEnd(tableSuffix)
    .addColumn('alert_id', 'text', (c) => c.notNull())
    .addColumn('destination_id', 'text', (c) => c.notNull())
    .addColumn('window_at', bigint, (c) => c.notNull())
    .addColumn('passed', 'integer', (c) => c.notNull())
    .addColumn('digest_id', 'text')
    .addColumn('digest_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('delivery_groups_pk', ['alert_id', 'destination_id'])
    .execute()

  const add = (table: string, column: string, type: 'integer' | 'bigint') =>
    db.schema.alterTable(table).addColumn(column, type).execute()
  await add('alerts', 'silenced_until', bigint)
  await db.schema
    .alterTable('alerts')
    .addColumn('silences_blocked', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await add('destinations', 'grouping', 'integer')
  await add('destinations', 'heartbeat_ms', bigint)
  await add('destinations', 'heartbeat_at', bigint)
}

async function alterDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').dropConstraint('deliveries_state_check').execute()
  await db.schema.alterTable('deliveries').addCheckConstraint('deliveries_state_check', STATES).execute()
  await db.schema
    .alterTable('deliveries')
    .addColumn('severity', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('deliveries').addColumn('group_id', 'text').execute()
}

/** SQLite changes no constraint of a table: sqlite.org/lang_altertable.html, section 7. Foreign keys are off. */
async function rebuildDeliveries(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  const indexes = await sql<{ sql: string }>`select sql from sqlite_schema
    where type = 'index' and tbl_name = 'deliveries' and sql is not null`.execute(db)
  await db.schema
    .createTable('deliveries_new')
    .modifyEnd(tableSuffix)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('event_id', 'text', (c) => c.notNull().references('alert_events.id').onDelete('cascade'))
    .addColumn('destination_id', 'text', (c) => c.notNull())
    .addColumn('destination_name', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(STATES))
    .addColumn('due_at', bigint, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('error_message', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('alert_id', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('uncounted', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('severity', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('group_id', 'text')
    .addUniqueConstraint('deliveries_once', ['event_id', 'destination_id'])
    .execute()
  // The row ids too: estimates count by them.
  const columns = sql`rowid, id, event_id, destination_id, destination_name, channel, state, due_at, attempts,
    error_message, created_at, updated_at, alert_id, uncounted`
  await sql`insert into deliveries_new (${columns}) select ${columns} from deliveries order by rowid`.execute(db)
  await db.schema.dropTable('deliveries').execute()
  await db.schema.alterTable('deliveries_new').renameTo('deliveries').execute()
  for (const index of indexes.rows) await sql.raw(index.sql).execute(db)
  const broken = await sql`select 1 from pragma_foreign_key_check('delivery_attempts')`.execute(db)
  if (broken.rows.length > 0) throw new Error('an attempt has no delivery')
}

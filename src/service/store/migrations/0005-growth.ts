import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Counters and indexes that keep lists fast with millions of rows. */
export async function up(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  // Updated in the transaction of each insert and delete.
  await db.schema
    .createTable('kept_counts')
    .modifyEnd(tableSuffix)
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('count', bigint, (c) => c.notNull())
    .execute()
  await sql`insert into kept_counts (name, count)
    select 'allow', count(*) from control_list_entries where type = 'ALLOW'
    union all select 'block', count(*) from control_list_entries where type = 'BLOCK'
    union all select 'monitors', count(*) from monitored_addresses`.execute(db)

  // Copied from the event, because an alert can have millions of events.
  await db.schema
    .alterTable('deliveries')
    .addColumn('alert_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`update deliveries
    set alert_id = (select alert_events.alert_id from alert_events where alert_events.id = deliveries.event_id)`.execute(
    db,
  )

  // One index a state: SQLite would use a single index starting with the state for queries by destination.
  for (const state of ['PENDING', 'SENT', 'DEAD', 'CANCELLED'])
    await db.schema
      .createIndex(`deliveries_${state.toLowerCase()}_created`)
      .on('deliveries')
      .columns(['created_at', 'id'])
      .where(sql<boolean>`state = ${sql.lit(state)}`)
      .execute()
  // Blocked transactions are rare.
  await db.schema
    .createIndex('transactions_blocked')
    .on('transactions')
    .columns(['created_at', 'id'])
    .where(sql<boolean>`valid = 0`)
    .execute()

  const index = (name: string, table: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns, 'id'])
      .execute()

  // One index for each order and filter of a list, ending with the tie-break columns.
  // `valid` makes the index sufficient for counting by it.
  await db.schema.dropIndex('transactions_created').execute()
  await db.schema
    .createIndex('transactions_created')
    .on('transactions')
    .columns(['created_at', 'id', 'valid'])
    .execute()
  await db.schema
    .createIndex('transactions_chain')
    .on('transactions')
    .columns(['chain_id', 'created_at', 'id', 'valid'])
    .execute()
  await index('transactions_score', 'transactions', ['combined_score', 'created_at'])
  await index('transactions_updated', 'transactions', ['updated_at', 'created_at'])
  await db.schema.dropIndex('deliveries_updated').execute()
  await index('deliveries_updated', 'deliveries', ['updated_at', 'created_at'])
  await index('deliveries_alert', 'deliveries', ['alert_id', 'created_at'])
  await index('audit_action', 'audit', ['action', 'at'])
  await index('audit_actor', 'audit', ['actor', 'at'])
  await index('audit_resource', 'audit', ['resource_id', 'at'])
  await db.schema.dropIndex('control_list_entries_address').execute()
  await index('control_list_entries_address', 'control_list_entries', ['address_key', 'created_at'])
  await index('control_list_entries_type', 'control_list_entries', ['type', 'created_at'])
  await index('control_list_entries_product', 'control_list_entries', ['product_type', 'created_at'])
  await index('control_list_entries_updated', 'control_list_entries', ['last_updated_at', 'created_at'])
  await index('monitored_addresses_address', 'monitored_addresses', ['address_key', 'created_at'])
  await index('monitored_addresses_name', 'monitored_addresses', ['name_key', 'created_at'])
  await index('monitored_addresses_chain', 'monitored_addresses', ['chain_id', 'created_at'])
  await index('monitored_addresses_enabled', 'monitored_addresses', ['enabled', 'created_at'])
}

import { type Kysely, sql } from 'kysely'

/**
 * Indexes for the queries of each block and transaction. SQLite has no statistics of a new database: it chooses by the number
 * of columns that are compared.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns)

  // Validations of a call: an account that sends all day has many.
  await db.schema.dropIndex('transactions_sender').execute()
  const call = ['chain_id', 'from_key', 'to_key', 'value', 'created_at', 'id']
  await index('transactions_call', 'transactions', call).execute()
  // Monitors of a small chain, beside many of another one.
  const monitors = ['chain_id', 'enabled', 'created_at', 'id']
  await index('monitored_addresses_followed', 'monitored_addresses', monitors).execute()
  await index('monitor_backfills_next', 'monitor_backfills', ['chain_id', 'next_number', 'monitor_id']).execute()
  await index('digests_due', 'digests', ['chain_id', 'topic', 'due_at', 'id']).execute()
  await index('fan_outs_subject', 'fan_outs', ['subject', 'id']).execute()
  // What belongs to no stored transaction is removed by its age.
  await index('alert_events_alone', 'alert_events', ['created_at', 'id'])
    .where(sql<boolean>`svc_tx_id is null`)
    .execute()
}

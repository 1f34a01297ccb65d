import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Alert events, deliveries and their attempts, destination queues, and token prices. */
export async function up(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  const table = (name: string) => db.schema.createTable(name).modifyEnd(tableSuffix)

  // No foreign keys to alerts and transactions: events are delivered also after their deletion.
  await table('alert_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('alert_id', 'text', (c) => c.notNull())
    .addColumn('alert_name', 'text', (c) => c.notNull())
    .addColumn('alert_type', 'text', (c) => c.notNull())
    .addColumn('svc_tx_id', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('confirmed_at', bigint)
    .addUniqueConstraint('alert_events_once', ['alert_id', 'svc_tx_id'])
    .execute()
  await db.schema.createIndex('alert_events_transaction').on('alert_events').column('svc_tx_id').execute()

  await table('deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('event_id', 'text', (c) => c.notNull().references('alert_events.id').onDelete('cascade'))
    .addColumn('destination_id', 'text', (c) => c.notNull())
    .addColumn('destination_name', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('PENDING', 'SENT', 'DEAD', 'CANCELLED')`))
    .addColumn('due_at', bigint, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('error_message', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addUniqueConstraint('deliveries_once', ['event_id', 'destination_id'])
    .execute()
  await db.schema
    .createIndex('deliveries_pending')
    .on('deliveries')
    .columns(['destination_id', 'created_at', 'id'])
    .where(sql<boolean>`state = 'PENDING'`)
    .execute()
  await db.schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['destination_id', 'due_at'])
    .where(sql<boolean>`state = 'PENDING'`)
    .execute()
  await db.schema.createIndex('deliveries_created').on('deliveries').columns(['created_at', 'id']).execute()
  await db.schema
    .createIndex('deliveries_destination')
    .on('deliveries')
    .columns(['destination_id', 'created_at'])
    .execute()

  // For sorting by the last change.
  await db.schema.createIndex('deliveries_updated').on('deliveries').columns(['updated_at', 'id']).execute()

  await table('delivery_attempts')
    .addColumn('delivery_id', 'text', (c) => c.notNull().references('deliveries.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', bigint, (c) => c.notNull())
    .addColumn('latency_ms', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('SENT', 'FAILED')`))
    .addColumn('error_message', 'text', (c) => c.notNull())
    .addColumn('claim_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('delivery_attempts_pk', ['delivery_id', 'number'])
    .execute()

  // One row a destination: its current lease and pause.
  await table('lanes')
    .addColumn('destination_id', 'text', (c) => c.primaryKey())
    .addColumn('claim_id', 'text')
    .addColumn('lease_until', bigint, (c) => c.notNull())
    .addColumn('paused_until', bigint, (c) => c.notNull())
    .addColumn('closed_until', bigint, (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('failing_since', bigint)
    .execute()

  await table('prices')
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('decimals', 'integer', (c) => c.notNull())
    .addColumn('usd', 'text', (c) => c.notNull())
    .addColumn('as_of', bigint, (c) => c.notNull())
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('prices_pk', ['chain_id', 'token', 'generation'])
    .execute()
  await db.schema.createIndex('prices_generation').on('prices').column('generation').execute()

  // Read by every validation.
  await db.schema.createIndex('alerts_active').on('alerts').columns(['type', 'is_active']).execute()

  await db.schema.alterTable('transactions').addColumn('total_loss', bigint).execute()
}

import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What waits for a person to approve it, and what became of it. */
export async function up(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  await db.schema
    .createTable('holds')
    .modifyEnd(tableSuffix)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('content_key', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('held', 'approved', 'rejected', 'released', 'forwarded')`),
    )
    .addColumn('set_at', bigint, (c) => c.notNull())
    .addColumn('expires_at', bigint)
    .addColumn('approved_until', bigint)
    .addColumn('requested_by', 'text', (c) => c.notNull())
    .addColumn('self_approve', 'integer', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', bigint)
    .addColumn('reason', 'text')
    .addColumn('transaction_id', 'text')
    .addColumn('unknown_before', 'text')
    .addColumn('told_alerts', 'integer', (c) => c.notNull())
    .addColumn('svc_tx_id', 'text')
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('verdict', 'text', (c) => c.notNull())
    .addColumn('combined_score', 'integer', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('sub_category', 'text', (c) => c.notNull())
    .addColumn('parts', 'text', (c) => c.notNull())
    .execute()
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('holds').columns(columns).execute()
  await index('holds_content', ['content_key', 'created_at', 'id'])
  await index('holds_created', ['created_at', 'id'])
  await index('holds_state', ['state', 'created_at', 'id'])
  await index('holds_open', ['requested_by', 'expires_at'])
  await index('holds_transaction', ['svc_tx_id'])
  await index('holds_updated', ['updated_at', 'id'])
}

import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Alerts that fired for a validation, and whose deliveries are planned after its answer. */
export async function up(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  await db.schema
    .createTable('fan_outs')
    .modifyEnd(tableSuffix)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('svc_tx_id', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('alerts', 'text', (c) => c.notNull())
    .addColumn('planned', 'integer', (c) => c.notNull())
    .addColumn('unplanned_deliveries', 'integer', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute()
}

import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Feeds that are fetched by name, how often, and what became of the last fetches. */
export async function up(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  await db.schema
    .createTable('enabled_feeds')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('urls', 'text', (c) => c.notNull())
    .addColumn('interval_ms', bigint, (c) => c.notNull())
    .addColumn('max_age_ms', bigint, (c) => c.notNull())
    .addColumn('rescreen_ms', bigint)
    .addColumn('enabled_at', bigint, (c) => c.notNull())
    .addColumn('next_at', bigint, (c) => c.notNull())
    .addColumn('succeeded_at', bigint)
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('failed_at', bigint)
    .addColumn('error_code', 'text')
    .addColumn('error', 'text')
    .modifyEnd(tableSuffix)
    .execute()
}

import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Threat feeds and reference lists. */
export async function up(db: Kysely<unknown>, { bigint, bytes, tableSuffix }: Dialect): Promise<void> {
  const table = (name: string) => db.schema.createTable(name).modifyEnd(tableSuffix)

  await table('intel_sources')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('generation', bigint, (c) => c.notNull().unique())
    .addColumn('rows_read', bigint, (c) => c.notNull())
    .addColumn('rows_kept', bigint, (c) => c.notNull())
    .addColumn('rows_rejected', bigint, (c) => c.notNull())
    .addColumn('rejections', 'text', (c) => c.notNull())
    .addColumn('entries', bigint, (c) => c.notNull())
    .addColumn('imported_at', bigint, (c) => c.notNull())
    .addColumn('as_of', bigint, (c) => c.notNull())
    .addColumn('max_age_ms', bigint)
    .addColumn('chain_ids', 'text')
    .addColumn('url', 'text')
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .execute()

  await table('intel_generations')
    .addColumn('id', bigint, (c) => c.primaryKey())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('first_entry', bigint, (c) => c.notNull())
    .addColumn('last_entry', bigint, (c) => c.notNull())
    .addColumn('started_at', bigint, (c) => c.notNull())
    .execute()

  // No foreign key to the generation: it would cost a look-up for each of millions of rows.
  await table('intel_entries')
    .addColumn('id', bigint, (c) => c.primaryKey())
    .addColumn('generation', bigint, (c) => c.notNull())
    .addColumn('key', sql.raw(bytes), (c) => c.notNull())
    .addColumn('chain_ids', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('sub_category', 'text')
    .addColumn('severity', 'integer')
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('symbol', 'text')
    .addColumn('canonical', 'integer', (c) => c.notNull().check(sql`canonical in (0, 1)`))
    .addColumn('ends', 'integer')
    .addColumn('symbol_skeleton', 'text')
    .addColumn('name_skeleton', 'text')
    .execute()
  await db.schema.createIndex('intel_entries_key').on('intel_entries').column('key').execute()
  for (const column of ['ends', 'symbol_skeleton', 'name_skeleton'])
    await db.schema
      .createIndex(`intel_entries_${column}`)
      .on('intel_entries')
      .column(column)
      .where(sql<boolean>`${sql.ref(column)} is not null`)
      .execute()
}

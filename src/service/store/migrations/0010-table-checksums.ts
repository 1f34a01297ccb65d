import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Checksums over the rows of a SQLite file (sqlite/row-checksums.ts). PostgreSQL has its own, over pages. */
export async function up(db: Kysely<unknown>, { name }: Dialect): Promise<void> {
  if (name !== 'sqlite') return
  await db.schema
    .createTable('table_checksums')
    .modifyEnd(sql`strict, without rowid`)
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('row_count', 'integer', (c) => c.notNull())
    .addColumn('sum', 'integer', (c) => c.notNull())
    .execute()
}

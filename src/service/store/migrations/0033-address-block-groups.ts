import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** A search for an address reads the hashes of a group first, and of its blocks only where one is equal. */
export async function up(db: Kysely<unknown>, { bigint, bytes, tableSuffix }: Dialect): Promise<void> {
  await db.schema
    .createTable('address_block_groups')
    .modifyEnd(tableSuffix)
    .addColumn('until_at', bigint, (c) => c.notNull())
    .addColumn('until_id', 'text', (c) => c.notNull())
    .addColumn('hashes', sql.raw(bytes), (c) => c.notNull())
    .addColumn('has_more', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('address_block_groups_pk', ['until_at', 'until_id'])
    .execute()
}

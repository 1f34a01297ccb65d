import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Finds transactions by the addresses that they name. Rows from before are indexed in the background (validation/addresses). */
export async function up(db: Kysely<unknown>, { bigint, bytes, tableSuffix }: Dialect): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('addresses', 'text').execute()
  await db.schema.alterTable('transactions').addColumn('is_unindexed', 'integer').execute()
  await db.schema
    .createIndex('transactions_unindexed')
    .on('transactions')
    .columns(['created_at', 'id'])
    .where(sql<boolean>`is_unindexed = 1`)
    .execute()
  await db.schema
    .createTable('address_blocks')
    .modifyEnd(tableSuffix)
    .addColumn('until_at', bigint, (c) => c.notNull())
    .addColumn('until_id', 'text', (c) => c.notNull())
    .addColumn('hashes', sql.raw(bytes), (c) => c.notNull())
    .addColumn('has_more', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('address_blocks_pk', ['until_at', 'until_id'])
    .execute()
}

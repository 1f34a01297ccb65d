import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Code that was seen at an address, and since when. */
export async function up(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  await db.schema
    .createTable('chain_accounts')
    .modifyEnd(tableSuffix)
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('since', bigint, (c) => c.notNull())
    .addColumn('recorded_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('chain_accounts_pk', ['chain_id', 'address'])
    .execute()
  await db.schema.createIndex('chain_accounts_recorded').on('chain_accounts').columns(['recorded_at']).execute()
}

import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Contracts whose functions an operator or a public descriptor describes. */
export async function up(db: Kysely<unknown>, { bigint, tableSuffix }: Dialect): Promise<void> {
  await db.schema
    .createTable('contracts')
    .modifyEnd(tableSuffix)
    .addColumn('chain_id', 'text', (c) => c.notNull())
    .addColumn('address_key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('functions', 'text', (c) => c.notNull())
    .addColumn('code', 'text')
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('contracts_pk', ['chain_id', 'address_key'])
    .execute()
}

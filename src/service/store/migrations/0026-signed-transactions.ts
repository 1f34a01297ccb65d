import { type Kysely, sql } from 'kysely'

/** A signed transaction has one validation; a hold shows its fees, and its approval comes back once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('signed_key', 'text').execute()
  await db.schema
    .createIndex('transactions_signed')
    .on('transactions')
    .column('signed_key')
    .where(sql<boolean>`signed_key is not null`)
    .execute()
  await db.schema.alterTable('holds').addColumn('max_fee', 'text').execute()
  await db.schema.alterTable('holds').addColumn('returned', 'integer').execute()
}

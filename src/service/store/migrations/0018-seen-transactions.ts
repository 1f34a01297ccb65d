import { type Kysely, sql } from 'kysely'

/** Lists those that were seen on a chain, which may be few among many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('transactions_seen')
    .on('transactions')
    .columns(['created_at', 'id'])
    .where(sql<boolean>`origin = 'chain'`)
    .execute()
}

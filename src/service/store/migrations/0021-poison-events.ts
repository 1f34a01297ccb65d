import { type Kysely, sql } from 'kysely'

/** The newest poison events of an address are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('chain_events_poison')
    .on('chain_events')
    .columns(['chain_id', 'address', 'block_number', 'id'])
    .where(sql<boolean>`kind = 'poison'`)
    .execute()
}

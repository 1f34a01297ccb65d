import type { Kysely } from 'kysely'

/** Lists of chain events by the time of their block, and by their last change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['block_time', 'updated_at'])
    await db.schema.createIndex(`chain_events_${column}`).on('chain_events').columns([column, 'id']).execute()
}

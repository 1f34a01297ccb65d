import type { Kysely } from 'kysely'

/** Who released a hold, so that no other process reports that it was not sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('holds').addColumn('release_token_hash', 'text').execute()
}

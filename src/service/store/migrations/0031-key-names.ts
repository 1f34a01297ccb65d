import type { Kysely } from 'kysely'

/** API keys have names, for lists, holds, the audit log and the log of the server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('name', 'text').execute()
}

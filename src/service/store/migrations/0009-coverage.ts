import type { Kysely } from 'kysely'

/** The coverage beside the result, which a list does not read. Earlier rows keep it in the result only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('coverage', 'text').execute()
}

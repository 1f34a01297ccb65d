import type { Kysely } from 'kysely'

/** Marks validations whose score is low only because of the age of a contract: they are not SAFE. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('known_by_age_only', 'integer').execute()
}

import type { Kysely } from 'kysely'

/** Tries that tell nothing of a receiver are told apart from those that use up a delivery's schedule. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('deliveries')
    .addColumn('uncounted', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}

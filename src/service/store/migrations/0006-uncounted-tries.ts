import type { Kysely } from 'kysely'

/** Counts attempts that do not use up a delivery's schedule, because they say nothing about the receiver. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('deliveries')
    .addColumn('uncounted', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}

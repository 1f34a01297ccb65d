import { type Kysely, sql } from 'kysely'

/** A condition of our own: an older version would not evaluate it, so it must not open the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('alerts')
    .addColumn('on_no_data', 'integer', (c) => c.notNull().defaultTo(0).check(sql`on_no_data in (0, 1)`))
    .execute()
}

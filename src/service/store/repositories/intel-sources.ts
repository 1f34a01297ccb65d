import type { Db, IntelSourceRow } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'

export const listSources = cachedQuery<IntelSourceRow>((db) =>
  db.selectFrom('intel_sources').selectAll().orderBy('name').compile(),
)

export function findSource(db: Db, name: string): Promise<IntelSourceRow | undefined> {
  return db.selectFrom('intel_sources').selectAll().where('name', '=', name).executeTakeFirst()
}

/** Activates a snapshot and replaces the source's previous one. */
export async function saveSource(db: Db, row: IntelSourceRow): Promise<void> {
  const { name: _, ...changes } = row
  await db
    .insertInto('intel_sources')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changes))
    .execute()
}

/** Records that the snapshot is still current, unless another one took its place. */
export async function confirmSource(
  db: Db,
  { name, generation }: Pick<IntelSourceRow, 'name' | 'generation'>,
  asOf: number,
): Promise<void> {
  const confirmed = db.updateTable('intel_sources').set({ as_of: asOf }).where('name', '=', name)
  await confirmed.where('generation', '=', generation).execute()
}

export async function deleteSource(db: Db, name: string): Promise<void> {
  await db.deleteFrom('intel_sources').where('name', '=', name).execute()
}

/** The source is not fetched any more. */
export async function forgetSourceUrl(db: Db, name: string): Promise<void> {
  await db
    .updateTable('intel_sources')
    .set({ url: null, etag: null, last_modified: null })
    .where('name', '=', name)
    .execute()
}

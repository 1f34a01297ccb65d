import type { Db, IntelSourceRow } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { finder, remover, saveRow, updateRows } from './rows.ts'

export const listSources = cachedQuery<IntelSourceRow>((db) =>
  db.selectFrom('intel_sources').selectAll().orderBy('name').compile(),
)

export const findSource = finder('intel_sources', 'name')

/** Activates a snapshot and replaces the source's previous one. */
export async function saveSource(db: Db, row: IntelSourceRow): Promise<void> {
  await saveRow(db, 'intel_sources', ['name'], row)
}

/** Records that the snapshot is still current, unless another one took its place. */
export async function confirmSource(
  db: Db,
  { name, generation }: Pick<IntelSourceRow, 'name' | 'generation'>,
  asOf: number,
): Promise<void> {
  const confirmed = updateRows(db, 'intel_sources', { name }, { as_of: asOf })
  await confirmed.where('generation', '=', generation).execute()
}

export const deleteSource = remover('intel_sources', 'name')

/** The source is not fetched any more. */
export async function forgetSourceUrl(db: Db, name: string): Promise<void> {
  await updateRows(db, 'intel_sources', { name }, { url: null, etag: null, last_modified: null }).execute()
}

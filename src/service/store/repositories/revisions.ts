import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { cachedQuery } from './cached-query.ts'

/** Change counter of the evidence (lists, feeds): a stored verdict with another revision is outdated. */
export async function evidenceRevision(db: Db): Promise<number> {
  const [row] = await selectRevision(db)
  return row?.value ?? 0
}

const selectRevision = cachedQuery<{ value: number }>((db) =>
  db.selectFrom('revisions').select('value').where('name', '=', 'evidence').compile(),
)

export async function bumpEvidenceRevision(db: Db): Promise<void> {
  await db
    .insertInto('revisions')
    .values({ name: 'evidence', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`revisions.value + 1` }))
    .execute()
}

import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { cachedQuery } from './cached-query.ts'

/** How often the evidence (lists, feeds) changed: a stored verdict under another revision is no longer current. */
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

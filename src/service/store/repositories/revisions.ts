import { sql } from 'kysely'
import type { Db, RevisionRow } from '../schema/schema.ts'
import { gatheredIn, writeGathered } from '../writes/gathered-changes.ts'
import { cachedQuery } from './cached-query.ts'

/** Change counters: what was loaded under another value is outdated. */
export type Revisions = Readonly<
  Record<'evidence' | 'alerts' | 'chains' | 'contracts' | 'policies', number> & {
    /** 0: no address ever had a name. */
    readonly names: number
  }
>

export async function readRevisions(db: Db): Promise<Revisions> {
  await writeGathered(db)
  return toRevisions(await selectRevisions(db))
}

export function toRevisions(rows: readonly { readonly name: string; readonly value: number | string }[]): Revisions {
  const counter = (name: RevisionRow['name']) => Number(rows.find((row) => row.name === name)?.value ?? 0)
  return {
    evidence: counter('evidence'),
    alerts: counter('alerts'),
    chains: counter('chains'),
    contracts: counter('contracts'),
    names: counter('names') + counter('monitors') + counter('contracts'),
    policies: counter('policies'),
  }
}

/** Reads one counter. */
export async function readRevision(db: Db, name: RevisionRow['name']): Promise<number> {
  await writeGathered(db)
  const [row] = await revisionNamed(db, [name])
  return Number(row?.value ?? 0)
}

const revisionNamed = cachedQuery<Pick<RevisionRow, 'value'>>((db) =>
  db.selectFrom('revisions').select('value').where('name', '=', 'evidence').compile(),
)

const selectRevisions = cachedQuery<RevisionRow>((db) => db.selectFrom('revisions').select(['name', 'value']).compile())

/** Change counter of the evidence (lists, feeds): a stored verdict with another revision is outdated. */
export async function evidenceRevision(db: Db): Promise<number> {
  return readRevision(db, 'evidence')
}

/** Returns the new value. */
export async function bumpRevision(db: Db, name: RevisionRow['name']): Promise<number> {
  const gathered = gatheredIn(db)
  const before = gathered?.get(name)
  if (before) {
    before.value += 1
    return before.value
  }
  const [row] = await bump(db, [name, 1])
  const first = Number(row?.value)
  gathered?.set(name, { value: first, write: async (last) => last > first && raise(db, [last, name]) })
  return first
}

const raise = cachedQuery((db) => sql`update revisions set value = ${0} where name = ${''}`.compile(db))

const bump = cachedQuery<Pick<RevisionRow, 'value'>>((db) =>
  db
    .insertInto('revisions')
    .values({ name: 'evidence', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`revisions.value + 1` }))
    .returning('value')
    .compile(),
)

export async function bumpEvidenceRevision(db: Db): Promise<void> {
  await bumpRevision(db, 'evidence')
}

/** For what is loaded under a counter of its own, and with which a verdict can be another one. */
export async function bumpWithEvidence(db: Db, name: RevisionRow['name']): Promise<void> {
  await bumpRevision(db, name)
  await bumpEvidenceRevision(db)
}

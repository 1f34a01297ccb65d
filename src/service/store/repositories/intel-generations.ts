import { type CompiledQuery, sql } from 'kysely'
import type { Db, IntelEntryRow, IntelGenerationRow } from '../schema/schema.ts'
import { hasChanged, remover, updateRows } from './rows.ts'

/** Rows of one INSERT: fewer need more statements, more make transactions too long. */
export const ROWS_A_STATEMENT = 32

/** Starts a snapshot; its entries continue the existing ids. The caller holds the import lock. */
export async function beginGeneration(db: Db, source: string, now: number): Promise<IntelGenerationRow> {
  const last = await db
    .selectNoFrom((e) => [
      e
        .selectFrom('intel_generations')
        .select((g) => g.fn.max('id').as('id'))
        .as('generation'),
      e
        .selectFrom('intel_entries')
        .select((g) => g.fn.max('id').as('id'))
        .as('entry'),
    ])
    .executeTakeFirstOrThrow()
  const first = Number(last.entry ?? 0) + 1
  const row = {
    id: Number(last.generation ?? 0) + 1,
    source,
    first_entry: first,
    last_entry: first - 1,
    started_at: now,
  }
  await db.insertInto('intel_generations').values(row).execute()
  return row
}

/**
 * Records the last entry of a generation, in the transaction that writes the entries, so that all entries of a killed
 * import are known. False when the generation changed: the database was reset or restored during the import.
 */
export async function extendGeneration(
  db: Db,
  { id, source, started_at, last_entry }: IntelGenerationRow,
  lastEntry: number,
): Promise<boolean> {
  const known = { id, source, started_at, last_entry }
  return hasChanged(updateRows(db, 'intel_generations', known, { last_entry: lastEntry }))
}

/**
 * Inserts entries, all with their members in the same order. Compiles one statement for each number of rows, because compiling
 * costs more than running.
 */
export function entryInserter(): (db: Db, rows: readonly IntelEntryRow[]) => Promise<void> {
  const built = new Map<number, CompiledQuery>()
  return async (db, rows) => {
    let statement = built.get(rows.length)
    if (!statement) {
      statement = db.insertInto('intel_entries').values(rows).compile()
      built.set(rows.length, statement)
    }
    await db.executeQuery({ ...statement, parameters: rows.flatMap((row) => Object.values(row)) })
  }
}

/** A generation that no source uses: replaced, removed, or left by a killed import. */
export async function findAbandonedGeneration(db: Db): Promise<IntelGenerationRow | undefined> {
  return db
    .selectFrom('intel_generations')
    .selectAll()
    .where('id', 'not in', (e) => e.selectFrom('intel_sources').select('generation'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Deletes a generation's entries in a range of `count` ids. */
export async function deleteEntries(
  db: Db,
  { id, last_entry }: IntelGenerationRow,
  first: number,
  count: number,
): Promise<void> {
  await sql`delete from intel_entries
    where id between ${first} and ${Math.min(last_entry, first + count - 1)} and generation = ${id}`.execute(db)
}

export const deleteGeneration = remover('intel_generations', 'id')

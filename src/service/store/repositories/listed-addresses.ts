import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, IntelGenerationRow } from '../schema/schema.ts'
import { hexText } from './intel.ts'
import { finder } from './rows.ts'

/** Rows of one query: others are answered between two. */
const CHUNK = 500

/** What warns about an address: the kinds of `isThreat`, and sanctions. */
const threats = sql`kind in ('malicious', 'mixer', 'sanctioned') and length(key) = 20`

/** Ids of entries in a range, in their order; with their addresses (lower case). */
interface ListedRow {
  readonly id: number
  readonly key: Uint8Array
}

/**
 * Addresses that a snapshot lists as threats; each once, at most `most` and one more. With an earlier snapshot only those that
 * it did not list in the same way.
 */
export async function listedIn(
  db: Db,
  { id, first_entry, last_entry }: Pick<IntelGenerationRow, 'id' | 'first_entry' | 'last_entry'>,
  earlier: number | undefined,
  most: number,
): Promise<Set<string>> {
  const found = new Set<string>()
  const isNew =
    earlier === undefined
      ? sql`1 = 1`
      : sql`not exists (select 1 from intel_entries o where o.key = e.key and o.generation = ${earlier}
          and o.kind = e.kind and o.chain_ids = e.chain_ids and o.severity is not distinct from e.severity
          and o.sub_category is not distinct from e.sub_category)`
  for (let after = first_entry - 1; after < last_entry && found.size <= most; after += CHUNK) {
    const { rows } = await sql<ListedRow>`select id, key from intel_entries e
      where id > ${after} and id <= ${Math.min(last_entry, after + CHUNK)} and generation = ${id}
        and ${threats} and ${isNew}`.execute(db)
    for (const { key } of rows) found.add(hexText(key))
    await setImmediate()
  }
  return found
}

/** The snapshots that are active, or that of one source. */
export async function activeGenerations(db: Db, source: string | undefined): Promise<IntelGenerationRow[]> {
  let matching = db
    .selectFrom('intel_generations')
    .innerJoin('intel_sources', 'intel_sources.generation', 'intel_generations.id')
    .selectAll('intel_generations')
  if (source !== undefined) matching = matching.where('intel_sources.name', '=', source)
  return matching.orderBy('intel_generations.id').execute()
}

export const findGeneration = finder('intel_generations', 'id')

/** Addresses (lower case) with a BLOCK entry, each once, at most `most`. */
export async function blockedAddresses(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('control_list_entries')
    .select('address_key')
    .distinct()
    .where('type', '=', 'BLOCK')
    .limit(most)
    .execute()
  return rows.map(({ address_key }) => address_key)
}

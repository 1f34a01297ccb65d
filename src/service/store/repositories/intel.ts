import { sql } from 'kysely'
import type { FeedFormat } from '../../../api/vocabulary.ts'
import type { Db, Flag, IntelEntryKind, IntelSourceRow, IntelSubCategory } from '../schema.ts'
import { cachedListQuery, cachedQuery, place } from './cached-query.ts'

/** What a source that is in force says about an address. */
export interface IntelHit {
  /** Lower case. */
  readonly address: string
  readonly chainIds: readonly string[]
  readonly kind: Exclude<IntelEntryKind, 'signature'>
  readonly subCategory?: IntelSubCategory
  readonly severity?: number
  readonly label: string
  readonly symbol?: string
  readonly canonical?: boolean
  readonly source: string
  readonly format: FeedFormat
}

interface HitRow {
  key: Uint8Array
  chain_ids: string
  kind: IntelHit['kind']
  sub_category: IntelSubCategory | null
  severity: number | null
  label: string
  symbol: string | null
  canonical: Flag
  symbol_skeleton: string | null
  name_skeleton: string | null
  source: string
  format: FeedFormat
}

/**
 * So many lookalikes of one address are told at most: more say nothing more. As a literal: bound, SQLite plans the query
 * anew each time.
 */
const MOST_LOOKALIKES = 256

/** Entries of snapshots that are on their way in or out have no source to be joined with. */
const hits = sql`select e.key, e.chain_ids, e.kind, e.sub_category, e.severity, e.label, e.symbol, e.canonical,
  e.symbol_skeleton, e.name_skeleton, s.name as source, s.format
  from intel_entries e join intel_sources s on s.generation = e.generation`

/** What is known about the addresses (lower case), on whatever chains. */
export async function intelOn(db: Db, addressKeys: readonly string[]): Promise<IntelHit[]> {
  return (await hitsOn(db, addressKeys)).map(toHit)
}

const hitsOn = cachedListQuery<string, HitRow>(
  (places) => sql`${hits} where e.key in (${places.each(place)})`,
  (keys) => keys.map(keyBytes),
)

/** Known contracts and tokens that begin and end like one of the addresses (lower case), by `endsNumber`. */
export async function lookalikesOf(db: Db, addresses: readonly string[]): Promise<Map<number, IntelHit[]>> {
  const rows = await hitsLike(db, [...new Set(addresses.map(endsNumber))])
  return Map.groupBy(rows.map(toHit), ({ address }) => endsNumber(address))
}

const hitsLike = cachedListQuery<number, HitRow>(
  (places) => sql`${hits} where e.ends in (${places.each(place)})
    limit ${sql.lit(MOST_LOOKALIKES * places.length)}`,
  (ends) => ends,
)

/** Canonical tokens whose symbol or name has one of these skeletons, by skeleton. */
export async function tokensLike(db: Db, skeletons: readonly string[]): Promise<Map<string, IntelHit[]>> {
  const rows = await tokenHits(db, skeletons)
  return new Map(
    skeletons.map((skeleton) => [
      skeleton,
      rows.filter((row) => row.symbol_skeleton === skeleton || row.name_skeleton === skeleton).map(toHit),
    ]),
  )
}

const tokenHits = cachedListQuery<string, HitRow>(
  (places) => sql`${hits}
    where e.symbol_skeleton in (${places.each(place)}) or e.name_skeleton in (${places.each(place)})`,
  (skeletons) => [...skeletons, ...skeletons],
)

/** Signatures of a function selector (0x and eight hex digits, lower case) that sources know, each once. */
export async function signaturesOf(db: Db, selector: string): Promise<{ signature: string; source: string }[]> {
  const { rows } = await sql<HitRow>`${hits} where e.key = ${keyBytes(selector)}`.execute(db)
  return rows.map(({ label, source }) => ({ signature: label, source }))
}

/** What every validation wants to know of the sources that are in force. */
export type SourceInForce = Pick<IntelSourceRow, 'name' | 'format' | 'as_of' | 'max_age_ms'>

/** By name. */
export const sourcesInForce = cachedQuery<SourceInForce>((db) =>
  db.selectFrom('intel_sources').select(['name', 'format', 'as_of', 'max_age_ms']).orderBy('name').compile(),
)

/** Those whose snapshot is older than it may be. */
export function staleAmong(sources: readonly SourceInForce[], now: number): { name: string; ageMs: number }[] {
  return sources
    .filter(({ as_of, max_age_ms }) => max_age_ms !== null && as_of + max_age_ms < now)
    .map(({ name, as_of }) => ({ name, ageMs: now - as_of }))
}

/** The bytes of an address or a selector. */
export function keyBytes(key: string): Uint8Array {
  return Buffer.from(key.slice(2), 'hex')
}

/** The first three and last three digits of an address in lower case: 24 bits, what people look at. */
export function endsNumber(address: string): number {
  return Number.parseInt(address.slice(2, 5) + address.slice(-3), 16)
}

function toHit(row: HitRow): IntelHit {
  return {
    address: `0x${Buffer.from(row.key).toString('hex')}`,
    chainIds: row.chain_ids === '[]' ? everyChain : (JSON.parse(row.chain_ids) as string[]),
    kind: row.kind,
    ...(row.sub_category !== null && { subCategory: row.sub_category }),
    ...(row.severity !== null && { severity: row.severity }),
    label: row.label,
    ...(row.symbol !== null && { symbol: row.symbol }),
    ...(row.canonical === 1 && { canonical: true }),
    source: row.source,
    format: row.format,
  }
}

const everyChain: readonly string[] = []

export function appliesTo({ chainIds }: Pick<IntelHit, 'chainIds'>, chainId: string): boolean {
  return chainIds.length === 0 || chainIds.includes(chainId)
}

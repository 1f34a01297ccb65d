import { sql } from 'kysely'
import { ANY_CHAIN } from '../../../api/chains.ts'
import { type FeedFormat, type IntelKind, type IntelSubCategory, threatKinds } from '../../../api/vocabulary.ts'
import { endsOf } from '../../evm/words.ts'
import type { Db, IntelEntryRow, IntelSourceRow } from '../schema/schema.ts'
import { cachedListQuery, placeholder } from './cached-query.ts'

/** A record of an active snapshot about an address. */
export interface IntelHit {
  /** Lower case; of another chain as lists keep it. */
  readonly address: string
  readonly chainIds: readonly string[]
  readonly kind: IntelKind
  readonly subCategory?: IntelSubCategory
  readonly severity?: number
  readonly label: string
  readonly symbol?: string
  readonly canonical?: boolean
  /** Decimals of a token. */
  readonly decimals?: number
  readonly source: string
  readonly format: FeedFormat
}

interface HitRow extends Omit<IntelEntryRow, 'id' | 'generation' | 'ends' | 'kind'> {
  kind: IntelHit['kind']
  source: string
  format: FeedFormat
}

/**
 * Limit of lookalikes of one address. A literal in the SQL: with a bound limit SQLite plans the query again each time.
 */
const MOST_LOOKALIKES = 256

/** The join excludes entries of inactive snapshots. */
const hits = sql`select e.key, e.chain_ids, e.kind, e.sub_category, e.severity, e.label, e.symbol, e.canonical, e.decimals,
  e.symbol_skeleton, e.name_skeleton, s.name as source, s.format
  from intel_entries e join intel_sources s on s.generation = e.generation`

/** Records about addresses (lower case), on all chains. */
export async function intelOn(db: Db, addressKeys: readonly string[]): Promise<IntelHit[]> {
  return (await hitsOn(db, addressKeys)).map(toHit)
}

const hitsOn = cachedListQuery<string, HitRow>(
  (placeholders) => sql`${hits} where e.key in (${placeholders.each(placeholder)})`,
  (keys) => keys.map(keyBytes),
)

/** Known contracts and tokens with the first and last digits of an address (lower case), by `endsNumber`. */
export async function lookalikesOf(db: Db, addresses: readonly string[]): Promise<Map<number, IntelHit[]>> {
  const rows = await hitsLike(db, [...new Set(addresses.map(endsNumber))])
  return Map.groupBy(rows.map(toHit), ({ address }) => endsNumber(address))
}

const hitsLike = cachedListQuery<number, HitRow>(
  (placeholders) => sql`${hits} where e.ends in (${placeholders.each(placeholder)})
    limit ${sql.lit(MOST_LOOKALIKES * placeholders.length)}`,
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
  (placeholders) => sql`${hits}
    where e.symbol_skeleton in (${placeholders.each(placeholder)}) or e.name_skeleton in (${placeholders.each(placeholder)})`,
  (skeletons) => [...skeletons, ...skeletons],
)

/** Known signatures of a function selector (0x and 8 hex digits, lower case). */
export async function signaturesOf(db: Db, selector: string): Promise<{ signature: string; source: string }[]> {
  const { rows } = await sql<HitRow>`${hits} where e.key = ${keyBytes(selector)}`.execute(db)
  return rows.map(({ label, source }) => ({ signature: label, source }))
}

/** Signatures by selector (0x and 8 hex digits, lower case). */
export async function signaturesBySelector(db: Db, selectors: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await hitsOn(db, selectors)
  const bySelector = Map.groupBy(rows, ({ key }) => hexText(key))
  return new Map(Array.from(bySelector, ([selector, some]) => [selector, some.map(({ label }) => label)]))
}

/** The part of a source that every validation needs. */
export type ActiveSource = Pick<IntelSourceRow, 'name' | 'format' | 'as_of' | 'max_age_ms' | 'entries'>

/** Whether a snapshot exceeds its age limit. */
export function isStale({ as_of, max_age_ms }: Pick<IntelSourceRow, 'as_of' | 'max_age_ms'>, now: number): boolean {
  return max_age_ms !== null && as_of + max_age_ms < now
}

/** Sources whose snapshot exceeds its age limit. */
export function staleAmong(sources: readonly ActiveSource[], now: number): { name: string; ageMs: number }[] {
  return sources.filter((source) => isStale(source, now)).map(({ name, as_of }) => ({ name, ageMs: now - as_of }))
}

/** Bytes of an address or a selector, or of the text of an address of another chain: that is longer. */
export function keyBytes(key: string): Uint8Array {
  return key.startsWith('0x') ? Buffer.from(key.slice(2), 'hex') : Buffer.from(key, 'utf8')
}

function keyText(key: Uint8Array): string {
  return key.length > 20 ? Buffer.from(key).toString('utf8') : hexText(key)
}

/** The address or the selector of its bytes, in lower case. */
export function hexText(key: Uint8Array): string {
  return `0x${Buffer.from(key).toString('hex')}`
}

/** `endsOf` an address as a 24-bit number. */
export function endsNumber(address: string): number {
  return Number.parseInt(endsOf(address), 16)
}

function toHit(row: HitRow): IntelHit {
  return {
    address: keyText(row.key),
    chainIds: row.chain_ids === '[]' ? everyChain : (JSON.parse(row.chain_ids) as string[]),
    kind: row.kind,
    ...(row.sub_category !== null && { subCategory: row.sub_category }),
    ...(row.severity !== null && { severity: row.severity }),
    label: row.label,
    ...(row.symbol !== null && { symbol: row.symbol }),
    ...(row.canonical === 1 && { canonical: true }),
    ...(row.decimals !== null && { decimals: row.decimals }),
    source: row.source,
    format: row.format,
  }
}

const everyChain: readonly string[] = []

/** What warns on any chain does so, too, where the chain is not named. @param chainId undefined: any */
export function appliesTo({ chainIds, kind }: IntelHit, chainId: string | undefined): boolean {
  if (chainId === undefined) return true
  return chainIds.length === 0 || chainIds.includes(chainId) || (chainId === ANY_CHAIN && threatKinds.includes(kind))
}

import { lazily } from '../../shared/lazily.ts'
import { endsOf } from '../evm/words.ts'
import { holdsOn, type IntelRecord } from '../risk/evidence.ts'
import { skeletonOf, startOf } from '../risk/parties/similarity.ts'
import { type BaselineEntry, baselineEntries, entriesFrom, tokenEntries, tokensWith } from './baseline-records.ts'

const byAddress = lazily(() => Map.groupBy(baselineEntries(), ({ address }) => address))
const starts = lazily(() => new Set(Array.from(byAddress().keys(), startOf)))
const byEnds = lazily(() => Map.groupBy([...byAddress().values()].flat(), ({ address }) => endsOf(address)))
/** Tokens by the skeletons of their symbols and names, of each chain that was looked up: two thousand skeletons take milliseconds. */
const bySkeleton = new Map<string, Map<string, IntelRecord[]>>()

/** Searches before maps are made, which take as long as hundreds of them: a short command looks up a few addresses. */
const SEARCHES = 64
let searches = 0

function isFew(): boolean {
  return searches < SEARCHES && ++searches > 0
}

/** Built-in records about an address (any case), on one chain or on all. */
export function baselineFor(address: string, chainId?: string): IntelRecord[] {
  const wanted = address.toLowerCase()
  const entries = isFew() ? entriesFrom(wanted.slice(2), chainId) : byAddress().get(wanted)
  return recordsOf(
    entries?.filter((entry) => entry.address === wanted),
    chainId,
  )
}

/** Whether a built-in record is about an address that starts with these four bytes. */
export function isBaselineStart(start: number): boolean {
  return starts().has(start)
}

/** Tokens and protocols whose first three and last three digits equal those of another address (lower case). */
export function baselineLookalikes(address: string, chainId?: string): IntelRecord[] {
  const ends = endsOf(address)
  const alike = isFew() ? entriesFrom(address.slice(2, 5), chainId) : byEnds().get(ends)
  const others = alike?.filter((entry) => endsOf(entry.address) === ends && entry.address !== address)
  return recordsOf(others, chainId).filter(({ kind }) => imitable.includes(kind))
}

/** Tokens with this skeleton of symbol or name. */
export function baselineTokensLike(skeleton: string, chainId: string): IntelRecord[] {
  if (isFew()) return searchTokensLike(skeleton, chainId)
  const known = bySkeleton.get(chainId) ?? skeletonsOn(chainId)
  bySkeleton.set(chainId, known)
  return known.get(skeleton) ?? []
}

/** The same without a map. */
export function searchTokensLike(skeleton: string, chainId: string): IntelRecord[] {
  const records = tokensWith(skeleton, chainId).map((each) => each.record())
  return records.filter((record) => skeletonsOf(record).includes(skeleton))
}

function skeletonsOn(chainId: string): Map<string, IntelRecord[]> {
  const found = new Map<string, IntelRecord[]>()
  for (const entry of tokenEntries(chainId)) {
    const record = entry.record()
    for (const skeleton of skeletonsOf(record)) found.set(skeleton, [...(found.get(skeleton) ?? []), record])
  }
  return found
}

/** Test and burn addresses have no imitators. */
const imitable: readonly IntelRecord['kind'][] = ['protocol', 'token']

function recordsOf(entries: readonly BaselineEntry[] = [], chainId: string | undefined): IntelRecord[] {
  return entries.map((entry) => entry.record()).filter((record) => isOnChain(record, chainId))
}

function isOnChain(record: IntelRecord, chainId: string | undefined): boolean {
  return chainId === undefined || holdsOn(record, chainId)
}

function skeletonsOf({ label, symbol = '' }: IntelRecord): string[] {
  const name = label.replace(` (${symbol})`, '')
  return [...new Set([skeletonOf(symbol), skeletonOf(name)])]
}

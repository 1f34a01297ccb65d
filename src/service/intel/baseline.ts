import { lazily } from '../../shared/lazily.ts'
import { holdsOn, type IntelRecord } from '../risk/evidence.ts'
import { endsOf, skeletonOf, startOf } from '../risk/parties/similarity.ts'
import { type BaselineEntry, baselineEntries, tokenEntries } from './baseline-records.ts'

const byAddress = lazily(() => Map.groupBy(baselineEntries(), ({ address }) => address))
const starts = lazily(() => new Set(Array.from(byAddress().keys(), startOf)))
const byEnds = lazily(() => Map.groupBy([...byAddress().values()].flat(), ({ address }) => endsOf(address)))
const bySkeleton = lazily(() =>
  Map.groupBy(
    tokenEntries()
      .map((entry) => entry.record())
      .flatMap((record) => skeletonsOf(record).map((skeleton) => ({ skeleton, record }))),
    ({ skeleton }) => skeleton,
  ),
)

/** Built-in records about an address (any case), on one chain or on all. */
export function baselineFor(address: string, chainId?: string): IntelRecord[] {
  return recordsOf(byAddress().get(address.toLowerCase()), chainId)
}

/** Whether a built-in record is about an address that starts with these four bytes. */
export function isBaselineStart(start: number): boolean {
  return starts().has(start)
}

/** Tokens and protocols whose first three and last three digits equal those of another address (lower case). */
export function baselineLookalikes(address: string, chainId?: string): IntelRecord[] {
  const others = byEnds()
    .get(endsOf(address))
    ?.filter((entry) => entry.address !== address)
  return recordsOf(others, chainId).filter(({ kind }) => imitable.includes(kind))
}

/** Tokens with this skeleton of symbol or name. */
export function baselineTokensLike(skeleton: string, chainId: string): IntelRecord[] {
  return (bySkeleton().get(skeleton) ?? []).map(({ record }) => record).filter((record) => holdsOn(record, chainId))
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

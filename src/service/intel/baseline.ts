import { lazily } from '../../shared/lazily.ts'
import { holdsOn, type IntelRecord } from '../risk/evidence.ts'
import { endsOf, skeletonOf, startOf } from '../risk/parties/similarity.ts'
import { baseline, protocols, tokens } from './baseline-records.ts'

const byAddress = Map.groupBy(baseline, (record) => record.address.toLowerCase())

const starts = lazily(() => new Set(Array.from(byAddress.keys(), startOf)))
const byEnds = lazily(() => Map.groupBy([...tokens, ...protocols], (record) => endsOf(record.address.toLowerCase())))
const bySkeleton = lazily(() =>
  Map.groupBy(
    tokens.flatMap((record) => skeletonsOf(record).map((skeleton) => ({ skeleton, record }))),
    ({ skeleton }) => skeleton,
  ),
)

/** Built-in records about an address (any case), on one chain or on all. */
export function baselineFor(address: string, chainId?: string): IntelRecord[] {
  return (byAddress.get(address.toLowerCase()) ?? []).filter((record) => isOnChain(record, chainId))
}

/** Whether a built-in record is about an address that starts with these four bytes. */
export function isBaselineStart(start: number): boolean {
  return starts().has(start)
}

/** Tokens and protocols whose first three and last three digits equal those of another address (lower case). */
export function baselineLookalikes(address: string, chainId?: string): IntelRecord[] {
  return (byEnds().get(endsOf(address)) ?? []).filter(
    (record) => record.address.toLowerCase() !== address && isOnChain(record, chainId),
  )
}

/** Tokens with this skeleton of symbol or name. */
export function baselineTokensLike(skeleton: string, chainId: string): IntelRecord[] {
  return (bySkeleton().get(skeleton) ?? []).map(({ record }) => record).filter((record) => holdsOn(record, chainId))
}

function isOnChain(record: IntelRecord, chainId: string | undefined): boolean {
  return chainId === undefined || holdsOn(record, chainId)
}

function skeletonsOf({ label, symbol = '' }: IntelRecord): string[] {
  const name = label.replace(` (${symbol})`, '')
  return [...new Set([skeletonOf(symbol), skeletonOf(name)])]
}

import { lazily } from '../../shared/lazily.ts'
import { holdsOn, type IntelRecord } from '../risk/evidence.ts'
import { endsOf, skeletonOf } from '../risk/similarity.ts'
import { baseline, protocols, tokens } from './baseline-records.ts'

const byAddress = Map.groupBy(baseline, (record) => record.address.toLowerCase())

const byEnds = lazily(() => Map.groupBy([...tokens, ...protocols], (record) => endsOf(record.address.toLowerCase())))
const bySkeleton = lazily(() =>
  Map.groupBy(
    tokens.flatMap((record) => skeletonsOf(record).map((skeleton) => ({ skeleton, record }))),
    ({ skeleton }) => skeleton,
  ),
)

/** What the baseline says about an address, in any case, on a chain; on every chain when none is named. */
export function baselineFor(address: string, chainId?: string): IntelRecord[] {
  return (byAddress.get(address.toLowerCase()) ?? []).filter((record) => isThere(record, chainId))
}

/** Tokens and protocols with the first three and last three digits of an address (lower case), and not it. */
export function baselineLookalikes(address: string, chainId?: string): IntelRecord[] {
  return (byEnds().get(endsOf(address)) ?? []).filter(
    (record) => record.address.toLowerCase() !== address && isThere(record, chainId),
  )
}

/** Tokens whose symbol or name has the skeleton. */
export function baselineTokensLike(skeleton: string, chainId: string): IntelRecord[] {
  return (bySkeleton().get(skeleton) ?? []).map(({ record }) => record).filter((record) => holdsOn(record, chainId))
}

function isThere(record: IntelRecord, chainId: string | undefined): boolean {
  return chainId === undefined || holdsOn(record, chainId)
}

function skeletonsOf({ label, symbol = '' }: IntelRecord): string[] {
  const name = label.replace(` (${symbol})`, '')
  return [...new Set([skeletonOf(symbol), skeletonOf(name)])]
}

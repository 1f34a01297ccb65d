import { lazily } from '../../shared/lazily.ts'
import { endsOf, holdsOn, type IntelRecord } from '../risk/evidence.ts'
import { skeletonOf } from '../risk/similarity/skeleton.ts'
import { accounts } from './baseline/accounts.ts'
import { bridges } from './baseline/bridges.ts'
import { exchanges } from './baseline/exchanges.ts'
import { markets } from './baseline/markets.ts'
import { BASELINE_SOURCE, everyChain } from './baseline/record.ts'
import { savings } from './baseline/savings.ts'
import { testRecords } from './baseline/test-addresses.ts'
import { tokens } from './baseline/tokens.ts'

export { BASELINE_SOURCE } from './baseline/record.ts'
export { testAddresses } from './baseline/test-addresses.ts'

/** Nobody holds the keys of these; what is sent there is gone. */
const burnAddresses: readonly IntelRecord[] = [
  burn('0x0000000000000000000000000000000000000000', 'zero address'),
  burn('0x000000000000000000000000000000000000dEaD', 'dead address'),
]

/**
 * Contracts that people give rights to every day, as their projects publish them. Each address was known beforehand, has
 * its EIP-55 checksum, and was found again, with that name and on that chain, in public label sets (etherscan-labels,
 * the ERC-7730 registry, spender lists) or in the source of a public project that uses it; what was found nowhere else
 * was left out. So was what spender lists call exploited or retired, and what is known to have let thieves take what was
 * granted to it (ParaSwap's Augustus 6.0, March 2024), or may never be approved because anybody may use it (0x Settler,
 * Morpho's Bundler).
 */
const protocols: readonly IntelRecord[] = [...accounts, ...exchanges, ...bridges, ...markets, ...savings]

/** What a fresh installation knows, addresses with their EIP-55 checksum; written by the project, from no feed. */
export const baseline: readonly IntelRecord[] = [...burnAddresses, ...testRecords, ...tokens, ...protocols]

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

function burn(address: string, label: string): IntelRecord {
  return { address, chainIds: everyChain, kind: 'burn', label, source: BASELINE_SOURCE }
}

import type { Reads } from '../records/reads/reads.ts'
import type { IntelRecord } from '../risk/evidence.ts'
import { skeletonOf } from '../risk/parties/similarity.ts'
import { baselineFor, baselineLookalikes, baselineTokensLike } from './baseline.ts'

/** Records of sources and the baseline about the addresses of a transaction. */
export interface KnownIntel {
  readonly intel: readonly IntelRecord[]
  /** By address, for addresses without a record. */
  readonly lookalikes: ReadonlyMap<string, readonly IntelRecord[]>
  readonly tokensBySkeleton: ReadonlyMap<string, readonly IntelRecord[]>
}

const nothing: ReadonlyMap<string, readonly IntelRecord[]> = new Map()

/**
 * Combines imported feeds and the built-in baseline. Addresses in lower case.
 * @param names more names that may be those of tokens
 */
export async function lookUpIntel(
  reads: Reads,
  addresses: readonly string[],
  chainId: string,
  names: readonly string[] = [],
): Promise<KnownIntel> {
  const found = await reads.intel({ addresses, chainId })
  const intel = [...addresses.flatMap((address) => baselineFor(address, chainId)), ...found]
  const known = new Set(intel.map((record) => record.address.toLowerCase()))
  // Only an unknown address can imitate a known one.
  const unknown = addresses.filter((address) => !known.has(address))
  const symbols = intel.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol]))
  const skeletons = [...new Set([...symbols, ...names].map(skeletonOf))].filter((skeleton) => skeleton !== '')
  const [lookalikes, tokens] = await Promise.all([
    unknown.length === 0 ? nothing : reads.lookalikes({ addresses: unknown, chainId }),
    skeletons.length === 0 ? nothing : reads.tokensLike({ skeletons, chainId }),
  ])
  return {
    intel,
    lookalikes: merged(unknown, (address) => baselineLookalikes(address, chainId), lookalikes),
    tokensBySkeleton: merged(skeletons, (skeleton) => baselineTokensLike(skeleton, chainId), tokens),
  }
}

function merged(
  keys: readonly string[],
  builtIn: (key: string) => readonly IntelRecord[],
  imported: ReadonlyMap<string, readonly IntelRecord[]>,
): Map<string, readonly IntelRecord[]> {
  return new Map(
    keys
      .map((key) => [key, [...builtIn(key), ...(imported.get(key) ?? [])]] as const)
      .filter(([, records]) => records.length > 0),
  )
}

import type { Reads } from '../records/reads.ts'
import type { IntelRecord } from '../risk/evidence.ts'
import { skeletonOf } from '../risk/similarity.ts'
import { baselineFor, baselineLookalikes, baselineTokensLike } from './baseline.ts'

/** What sources and the baseline know of the addresses of a transaction. */
export interface KnownIntel {
  readonly intel: readonly IntelRecord[]
  /** Of addresses that nothing else is known about. */
  readonly lookalikes: ReadonlyMap<string, readonly IntelRecord[]>
  readonly tokensBySkeleton: ReadonlyMap<string, readonly IntelRecord[]>
}

const nothing: ReadonlyMap<string, readonly IntelRecord[]> = new Map()

/** The one place where feeds and the built-in baseline come together. Addresses in lower case. */
export async function lookUpIntel(reads: Reads, addresses: readonly string[], chainId: string): Promise<KnownIntel> {
  const found = await reads.intel({ addresses, chainId })
  const intel = [...addresses.flatMap((address) => baselineFor(address, chainId)), ...found]
  const known = new Set(intel.map((record) => record.address.toLowerCase()))
  // Only a stranger can pass itself off as somebody else.
  const strangers = addresses.filter((address) => !known.has(address))
  const symbols = intel.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol]))
  const skeletons = [...new Set(symbols.map(skeletonOf))].filter((skeleton) => skeleton !== '')
  const [lookalikes, tokens] = await Promise.all([
    strangers.length === 0 ? nothing : reads.lookalikes({ addresses: strangers, chainId }),
    skeletons.length === 0 ? nothing : reads.tokensLike({ skeletons, chainId }),
  ])
  return {
    intel,
    lookalikes: merged(strangers, (address) => baselineLookalikes(address, chainId), lookalikes),
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

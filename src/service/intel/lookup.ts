import type { IntelRecord, StaleSource } from '../risk/evidence.ts'
import { skeletonOf } from '../risk/skeleton.ts'
import { intelOn, lookalikesOf, staleSources, tokensLike } from '../store/repositories/intel.ts'
import type { Db } from '../store/schema.ts'
import { baselineFor, baselineLookalikes, baselineTokensLike } from './baseline.ts'

/** What sources and the baseline know of the addresses of a transaction. */
export interface KnownIntel {
  readonly intel: readonly IntelRecord[]
  /** Of addresses that nothing else is known about. */
  readonly lookalikes: ReadonlyMap<string, readonly IntelRecord[]>
  readonly tokensBySkeleton: ReadonlyMap<string, readonly IntelRecord[]>
  readonly staleSources: readonly StaleSource[]
}

/** The one place where feeds and the built-in baseline come together. Addresses in lower case. */
export async function lookUpIntel(
  db: Db,
  addresses: readonly string[],
  chainId: string,
  now: number,
): Promise<KnownIntel> {
  const intel = await recordsOn(db, addresses, chainId)
  const known = new Set(intel.map((record) => record.address.toLowerCase()))
  // Only a stranger can pass itself off as somebody else.
  const strangers = addresses.filter((address) => !known.has(address))
  const symbols = intel.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol]))
  const skeletons = [...new Set(symbols.map(skeletonOf))].filter((skeleton) => skeleton !== '')
  const lookalikes = await lookalikesOf(db, strangers, chainId)
  const tokens = await tokensLike(db, skeletons, chainId)
  return {
    intel,
    lookalikes: merged(strangers, (address) => baselineLookalikes(address, chainId), lookalikes),
    tokensBySkeleton: merged(skeletons, (skeleton) => baselineTokensLike(skeleton, chainId), tokens),
    staleSources: await staleSources(db, now),
  }
}

/** What sources and the baseline say about the addresses, lower case, on a chain. */
export async function recordsOn(db: Db, addresses: readonly string[], chainId: string): Promise<IntelRecord[]> {
  const builtIn = addresses.flatMap((address) => baselineFor(address, chainId))
  return [...builtIn, ...(await intelOn(db, addresses, chainId))]
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

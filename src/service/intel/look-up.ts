import { ANY_CHAIN } from '../../api/chains.ts'
import { threatKinds } from '../../api/vocabulary.ts'
import type { Reads } from '../records/reads/reads.ts'
import type { IntelRecord } from '../risk/evidence.ts'
import { byChain, type ChainsOf, knownOnAll } from '../risk/parties/chains.ts'
import { asOfFeed } from '../risk/parties/known-as.ts'
import { skeletonOf } from '../risk/parties/similarity.ts'
import { baselineFor, baselineLookalikes, baselineTokensLike } from './baseline.ts'

/** Records of sources and the baseline about the addresses of a transaction. */
export interface KnownIntel {
  readonly intel: readonly IntelRecord[]
  /** By address, for addresses without a record. */
  readonly lookalikes: ReadonlyMap<string, readonly IntelRecord[]>
  readonly tokensBySkeleton: ReadonlyMap<string, readonly IntelRecord[]>
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>()

type FeedReads = Pick<Reads, 'intel' | 'lookalikes' | 'tokensLike'>

/** Where no feed is imported: no queries. */
export const NO_FEEDS: FeedReads = {
  intel: async () => [],
  lookalikes: async () => nothing,
  tokensLike: async () => nothing,
}

/**
 * Combines imported feeds and the built-in baseline. Addresses in lower case.
 * @param names more names that may be those of tokens
 */
export async function lookUpIntel(
  reads: FeedReads,
  addresses: readonly string[],
  chainId: string,
  names: readonly string[] = [],
): Promise<KnownIntel> {
  const builtIn = addresses.flatMap((address) => baselineFor(address, chainId))
  // Only an unknown address can imitate a known one.
  const unlisted = without(addresses, builtIn)
  const first = skeletonsOf(builtIn, names)
  // In one turn, one round trip to a database on the network: few addresses have a record of a source as well.
  const [hits, lookalikes, tokens] = await Promise.all([
    reads.intel({ addresses, chainId }),
    unlisted.length === 0 ? nothing : reads.lookalikes({ addresses: unlisted, chainId }),
    first.length === 0 ? nothing : reads.tokensLike({ skeletons: first, chainId }),
  ])
  const found = recordsOfFeeds(hits)
  const intel = [...builtIn, ...found]
  const unknown = without(unlisted, found)
  const skeletons = skeletonsOf(intel, names)
  const more = skeletons.filter((skeleton) => !first.includes(skeleton))
  const moreTokens = more.length === 0 ? nothing : await reads.tokensLike({ skeletons: more, chainId })
  return {
    intel,
    lookalikes: merged(unknown, (address) => baselineLookalikes(address, chainId), lookalikes),
    tokensBySkeleton: merged(
      skeletons,
      (skeleton) => baselineTokensLike(skeleton, chainId),
      new Map<string, readonly IntelRecord[]>([...tokens, ...moreTokens]),
    ),
  }
}

/** Where addresses take part, of the analysis of a transaction. */
interface OnChains {
  readonly addresses: readonly string[]
  readonly chainsOf: ChainsOf
  /** The chain of the transaction: names are those of tokens there. */
  readonly chainId: string
  readonly names: readonly string[]
  /** What warns of it does so from any chain. */
  isEverywhere(address: string): boolean
}

/** The same where some addresses receive on other chains: each is looked up where it takes part. */
export async function lookUpOnChains(
  reads: FeedReads,
  { addresses, chainsOf, chainId, names, isEverywhere }: OnChains,
): Promise<KnownIntel> {
  const { [chainId]: here = [], ...others } = Object.fromEntries(byChain(addresses, chainsOf))
  const elsewhere = Object.entries(others)
  const everywhere = addresses.filter(isEverywhere)
  const [known, warnings, ...there] = await Promise.all([
    lookUpIntel(reads, here, chainId, names),
    everywhere.length === 0 ? [] : threatsOnAny(reads, everywhere),
    ...elsewhere.map(([id, some]) => lookUpIntel(reads, some, id)),
  ])
  if (there.length === 0 && warnings.length === 0) return known
  const found = new Map(elsewhere.map(([id], index) => [id, there[index]?.intel ?? []]))
  return {
    intel: knownOnAll(new Map([[chainId, [...known.intel, ...warnings]], ...found]), chainsOf),
    lookalikes: new Map([...known.lookalikes, ...there.flatMap(({ lookalikes }) => [...lookalikes])]),
    tokensBySkeleton: known.tokensBySkeleton,
  }
}

async function threatsOnAny(reads: FeedReads, addresses: readonly string[]): Promise<readonly IntelRecord[]> {
  const hits = await reads.intel({ addresses, chainId: ANY_CHAIN })
  const records = [...addresses.flatMap((address) => baselineFor(address, ANY_CHAIN)), ...recordsOfFeeds(hits)]
  return records.filter(({ kind }) => threatKinds.includes(kind))
}

/** With what each record vouches for. */
export function recordsOfFeeds(hits: readonly IntelRecord[]): IntelRecord[] {
  return hits.map((hit) => ({ ...hit, ...asOfFeed(hit) }))
}

function without(addresses: readonly string[], records: readonly IntelRecord[]): readonly string[] {
  const known = new Set(records.map(({ address }) => address.toLowerCase()))
  return addresses.filter((address) => !known.has(address))
}

function skeletonsOf(intel: readonly IntelRecord[], names: readonly string[]): string[] {
  const symbols = intel.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol]))
  return [...new Set([...symbols, ...names].map(skeletonOf))].filter((skeleton) => skeleton !== '')
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

import { wrapsNative } from '../../api/chains.ts'
import type { IntelRecord } from '../risk/evidence.ts'
import { skeletonOf } from '../risk/parties/similarity.ts'
import { appliesTo, intelOn, tokensLike } from '../store/repositories/intel.ts'
import type { Db } from '../store/schema/schema.ts'
import { baselineFor, baselineTokensLike } from './baseline.ts'

/** Which of some addresses (lower case) are canonical tokens of the chain, by built-in records and imported token lists. */
export async function knownTokens(db: Db, chainId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await canonicalTokens(db, chainId, addresses)).map(({ address }) => address))
}

/** Which of some addresses (lower case) are canonical tokens that wrap the native currency of the chain, by their symbol. */
export async function wrappedNative(
  db: Db,
  chainId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const tokens = await canonicalTokens(db, chainId, addresses)
  return new Set(tokens.filter(({ symbol }) => wrapsNative(symbol, chainId)).map(({ address }) => address))
}

/** Canonical tokens of the chain with this symbol in any case, by built-in records and imported token lists. */
export async function tokensNamed(db: Db, chainId: string, symbol: string): Promise<IntelRecord[]> {
  const skeleton = skeletonOf(symbol)
  if (skeleton === '') return []
  const imported = (await tokensLike(db, [skeleton])).get(skeleton) ?? []
  const similar = [
    ...baselineTokensLike(skeleton, chainId),
    ...imported.filter((hit) => hit.canonical && appliesTo(hit, chainId)),
  ]
  return similar.filter((record) => record.symbol?.toLowerCase() === symbol.toLowerCase())
}

/** Records about tokens among some addresses (lower case), by built-in records and imported token lists. */
export async function canonicalTokens(db: Db, chainId: string, addresses: readonly string[]): Promise<IntelRecord[]> {
  const known = await recordsOn(db, chainId, addresses)
  return known.filter(({ kind, canonical }) => kind === 'token' && canonical)
}

/** What is built in and what feeds say about some addresses (lower case). @param chainId undefined: on any chain */
export async function recordsOn(
  db: Db,
  chainId: string | undefined,
  addresses: readonly string[],
): Promise<IntelRecord[]> {
  const imported = addresses.length === 0 ? [] : await intelOn(db, addresses)
  return [
    ...addresses.flatMap((address) => baselineFor(address, chainId).map((record) => ({ ...record, address }))),
    ...imported.filter((hit) => appliesTo(hit, chainId)),
  ]
}

import { chainById, chainIds, findChain, wrapsNative } from '../../api/chains.ts'
import { dollarDecimals } from '../../shared/money/dollars.ts'
import { canonicalTokens, tokensNamed } from '../intel/known-tokens.ts'
import { listKeys } from '../store/repositories/api-keys.ts'
import { isStale } from '../store/repositories/intel.ts'
import type { StoredPolicies } from '../store/repositories/policies.ts'
import { pricesOf } from '../store/repositories/prices.ts'
import type { Db } from '../store/schema/schema.ts'
import type { PolicyFacts } from './problems.ts'

/** How prices name the native currency. */
const NATIVE_PRICE = ''

/** @param now ms since 1970 */
export async function readPolicyFacts(
  db: Db,
  { names }: Pick<StoredPolicies, 'names'>,
  now: number,
): Promise<PolicyFacts> {
  const keys = (await listKeys(db)).filter(({ revoked_at }) => revoked_at === null)
  return {
    hasName: (name) => (names.get(name.toLowerCase()) ?? []).length > 0,
    isChain: (text) => findChain(text) !== undefined,
    keys: new Set(keys.flatMap(({ id, name }) => (name === null ? [id] : [id, name]))),
    async isPriced(asset, chains) {
      let isListed: boolean | undefined
      for (const chainId of chains?.flatMap((text) => findChain(text)?.id ?? []) ?? chainIds) {
        const tokens = await tokensOf(db, asset, chainId)
        if (tokens.length > 0) isListed = true
        if (await hasPrice(db, tokens, chainId, now)) return true
      }
      return isListed && false
    },
  }
}

/** Those that a clause means by a symbol or an address; the native currency is that of prices. */
async function tokensOf(db: Db, asset: string, chainId: string): Promise<string[]> {
  if (asset.startsWith('0x')) {
    const listed = await canonicalTokens(db, chainId, [asset])
    return listed.some(({ symbol }) => wrapsNative(symbol, chainId)) ? [asset, NATIVE_PRICE] : [asset]
  }
  const named = (await tokensNamed(db, chainId, asset)).map(({ address }) => address.toLowerCase())
  return chainById(chainId)?.currency === asset ? [...named, NATIVE_PRICE] : named
}

async function hasPrice(db: Db, tokens: readonly string[], chainId: string, now: number): Promise<boolean> {
  if (tokens.some((token) => dollarDecimals(chainId, token) !== undefined)) return true
  const prices = tokens.length === 0 ? [] : [...(await pricesOf(db, chainId, tokens)).values()]
  return prices.some((price) => !isStale(price, now))
}

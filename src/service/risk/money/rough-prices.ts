import table from '../../../../data/rough-prices.json' with { type: 'json' }
import { chainById, pricedCurrency } from '../../../api/chains.ts'
import { NATIVE } from '../../evm/asset.ts'
import type { Price } from '../../evm/worth.ts'
import { builtInToken, type EvidenceSet } from '../evidence.ts'

/**
 * Dollars of one whole token, by its symbol and that of the chain's currency. Without prices of today they find an order at a small part
 * of the worth.
 */
const prices: Readonly<Record<string, string>> = table.usd

/** A true worth is this many times smaller or larger at most, or so it is taken. */
export const ROUGHNESS = 4n

/** The rough price of the native currency, or of a built-in token of a well-known symbol. */
export function roughPriceOf(
  token: string,
  { evidence, chainId }: { readonly evidence: EvidenceSet; readonly chainId: string },
): Price | undefined {
  const chain = token === NATIVE ? chainById(chainId) : undefined
  if (chain) return priceOf(pricedCurrency(chainId), chain.decimals)
  const listed = builtInToken(token, evidence)
  return priceOf(listed?.symbol, listed?.decimals)
}

function priceOf(symbol: string | undefined, decimals: number | undefined): Price | undefined {
  if (symbol === undefined || decimals === undefined || !Object.hasOwn(prices, symbol)) return undefined
  const usd = prices[symbol]
  return usd === undefined ? undefined : { decimals, usd }
}

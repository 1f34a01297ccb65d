import { chainById, pricedCurrency } from '../../../api/chains.ts'
import { NATIVE } from '../../evm/asset.ts'
import type { Price } from '../../evm/worth.ts'
import type { EvidenceSet } from '../evidence.ts'

/**
 * Dollars of one whole token, one significant digit, by its symbol and that of the chain's currency: the middle of the closes of
 * the months of 2025 (CoinGecko, January to September). Without prices of today they find an order at a small part of the worth.
 */
const prices: Readonly<Record<string, string>> = {
  ETH: '3000',
  WETH: '3000',
  'WETH.e': '3000',
  stETH: '3000',
  wstETH: '3000',
  rETH: '3000',
  cbETH: '3000',
  weETH: '3000',
  WBTC: '100000',
  'WBTC.e': '100000',
  BTCB: '100000',
  cbBTC: '100000',
  tBTC: '100000',
  'BTC.b': '100000',
  BNB: '700',
  WBNB: '700',
  POL: '0.2',
  WPOL: '0.2',
  WMATIC: '0.2',
  MATIC: '0.2',
  AVAX: '20',
  WAVAX: '20',
  UNI: '8',
  LINK: '20',
  AAVE: '200',
  MKR: '2000',
  COMP: '50',
  ENS: '20',
  LDO: '1',
  CRV: '0.6',
  ARB: '0.4',
  OP: '0.7',
  XDAI: '1',
  sDAI: '1',
  sUSDS: '1',
  sUSDe: '1',
}

/** A true worth is this many times smaller or larger at most, or so it is taken. */
export const ROUGHNESS = 4n

/** The rough price of the native currency, or of a built-in token of a well-known symbol. */
export function roughPriceOf(
  token: string,
  { evidence, chainId }: { readonly evidence: EvidenceSet; readonly chainId: string },
): Price | undefined {
  const chain = token === NATIVE ? chainById(chainId) : undefined
  if (chain) return priceOf(pricedCurrency(chainId), chain.decimals)
  const listed = evidence.intelOn(token).find(({ kind, canonical, format }) => kind === 'token' && canonical && !format)
  return priceOf(listed?.symbol, listed?.decimals)
}

function priceOf(symbol: string | undefined, decimals: number | undefined): Price | undefined {
  if (symbol === undefined || decimals === undefined || !Object.hasOwn(prices, symbol)) return undefined
  const usd = prices[symbol]
  return usd === undefined ? undefined : { decimals, usd }
}

import { chainById } from '../../../api/chains.ts'

/** What the native currency of a chain is called beside its symbol. */
const names: Readonly<Record<string, readonly string[]>> = { ETH: ['Ether', 'Ethereum'], POL: ['MATIC'] }

/** Symbol and names of the native currency; no token is it. Empty for a chain that is not known. */
export function nativeNames(chainId: string): readonly string[] {
  const currency = chainById(chainId)?.currency
  return currency === undefined ? [] : [currency, ...(names[currency] ?? [])]
}

/** Symbols of the wrapped native currency: that of its present name last. Token lists keep the old names of currencies. */
export function wrappedNames(chainId: string): readonly string[] {
  const currency = chainById(chainId)?.currency
  if (currency === undefined) return []
  return currency === 'POL' ? ['WMATIC', 'WPOL'] : [`W${currency}`]
}

/** Whether a canonical token of the chain with this symbol wraps its native currency. */
export function wrapsNative(symbol: string | undefined, chainId: string): boolean {
  return symbol !== undefined && wrappedNames(chainId).includes(symbol)
}

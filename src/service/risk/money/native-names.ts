import { chainById } from '../../../api/chains.ts'

/** What the native currency of a chain is called beside its symbol. */
const names: Readonly<Record<string, readonly string[]>> = { ETH: ['Ether', 'Ethereum'], POL: ['MATIC'] }

/** Symbol and names of the native currency; no token is it. Empty for a chain that is not known. */
export function nativeNames(chainId: string): readonly string[] {
  const currency = chainById(chainId)?.currency
  return currency === undefined ? [] : [currency, ...(names[currency] ?? [])]
}

import table from '../../../data/short-names.json' with { type: 'json' }
import { findChain } from '../chains.ts'

/** An address with its chain before it, such as `eth:0x…` (EIP-3770) or `eip155:1:0x…` (CAIP-10). */
interface ChainAddress {
  readonly prefix: string
  /** Decimal; undefined: the prefix is no name of a chain that is known. */
  readonly chainId: string | undefined
  readonly address: string
}

const CHAIN_ADDRESS = /^([A-Za-z0-9-]{1,32}(?::\d{1,16})?):(0x[0-9a-fA-F]{40})$/
const shortNames: Readonly<Record<string, string>> = table.names

/** The parts of a text that is an address with its chain; undefined: it is none. */
export function chainAddress(text: string): ChainAddress | undefined {
  const [, prefix, address] = CHAIN_ADDRESS.exec(text.trim()) ?? []
  if (prefix === undefined || address === undefined) return undefined
  return { prefix, chainId: Object.hasOwn(shortNames, prefix) ? shortNames[prefix] : caip2(prefix), address }
}

/** A chain by CAIP-2, or by its name here. */
function caip2(prefix: string): string | undefined {
  const [, id] = /^eip155:([1-9]\d*)$/.exec(prefix) ?? []
  return id ?? (prefix.includes(':') ? undefined : findChain(prefix)?.id)
}

/**
 * Why an address with its chain is not taken; undefined: it is for that chain.
 * @param chainId where it is used; undefined: its prefix says it
 */
export function chainAddressFault({ prefix, chainId }: ChainAddress, wanted: string | undefined): string | undefined {
  if (chainId === undefined) return `has the prefix ${JSON.stringify(prefix)}, which is no chain that is known`
  if (wanted === undefined || chainId === wanted) return undefined
  return `is for chain ${chainId} (${prefix}), and this is for chain ${wanted}`
}

import table from '../../../../data/bridge-chains.json' with { type: 'json' }
import { chainIds } from '../../../api/chains.ts'
import { chainText } from '../../../api/text/chains.ts'
import type { ArgumentValue } from '../decode/arguments.ts'

/** A chain whose accounts are no EVM addresses. */
export interface OtherChain {
  readonly name: string
  /**
   * Bytes of an account: a key or hash of 32, or 20 that a bridge pads on the left like an EVM address, which they are not: no one has
   * a key of an EVM account there.
   */
  readonly accountBytes: 20 | 32
}

/** The numbers that a bridge gives chains. Every other number is that of an EVM chain that is not known here, or of none. */
interface BridgeChains {
  /** Names of other chains: accounts are keys or hashes of 32 bytes. */
  readonly keys: Readonly<Record<string, string>>
  /** The same, with accounts of 20 bytes. */
  readonly hashes: Readonly<Record<string, string>>
  /** Chain ids of EVM chains. */
  readonly evm: Readonly<Record<string, string>>
  /** EVM chains that exist, and whose chain id is not known here; for `evm` such that are chain ids. */
  readonly further: readonly string[]
  /** Its numbers are chain ids, where none is given above. */
  readonly usesChainIds: boolean
}

export type ChainNumbers = keyof typeof table

export const chainNumbers = Object.keys(table) as readonly ChainNumbers[]

/** `data/bridge-chains.json`; `evm`: chain ids. */
const bridges: Readonly<Record<ChainNumbers, BridgeChains>> = table

/** Returns undefined for an EVM chain, or one that the table does not know. */
export function otherChainOf(numbers: ChainNumbers, value: ArgumentValue | undefined): OtherChain | undefined {
  const number = numberOf(numbers, value) ?? ''
  const { keys, hashes } = bridges[numbers]
  if (keys[number] !== undefined) return { name: keys[number], accountBytes: 32 }
  return hashes[number] === undefined ? undefined : { name: hashes[number], accountBytes: 20 }
}

/** The chain id of the EVM chain with a number of a bridge. Undefined: another chain, or a number that the table does not know. */
export function evmChainOf(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  const number = numberOf(numbers, value)
  if (number === undefined || otherChainOf(numbers, value)) return undefined
  const { evm, usesChainIds } = bridges[numbers]
  return evm[number] ?? (usesChainIds ? number : undefined)
}

/** The number, where no table says which chain it is. Undefined: it is known, or is no number. */
export function unknownChainAt(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  const number = numberOf(numbers, value)
  if (number === undefined || otherChainOf(numbers, value)) return undefined
  const { evm, further, usesChainIds } = bridges[numbers]
  const isKnown =
    evm[number] !== undefined ||
    further.includes(number) ||
    (usesChainIds && (chainIds.includes(number) || bridges.evm.further.includes(number)))
  return isKnown ? undefined : number
}

/** The name of a chain within a sentence: "base", "Solana", "chain 4242". Undefined: a number that the table does not know. */
export function chainNameOf(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  const other = otherChainOf(numbers, value)
  const id = evmChainOf(numbers, value)
  return other?.name ?? (id === undefined ? undefined : chainText(id))
}

function numberOf(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  if (typeof value !== 'bigint' && typeof value !== 'number') return undefined
  return String(numbers === 'layerZero' ? BigInt(value) % 10_000n : value)
}

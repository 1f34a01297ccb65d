import type { AddressArgument } from '../decode/addresses.ts'
import type { Arguments } from '../decode/arguments.ts'
import type { TypedDataDigests } from './digests.ts'

/** A member of an EIP-712 struct type. */
export interface StructMember {
  readonly name: string
  /** uint256, address[], TokenPermissions, … */
  readonly type: string
}

/** The signing domain, as far as it is signed. Addresses in lower case. */
export interface Domain {
  readonly name?: string
  readonly version?: string
  readonly chainId?: bigint
  readonly verifyingContract?: string
}

/** An EIP-712 message whose values fit its types. */
export interface TypedMessage {
  readonly primaryType: string
  /** EIP-712 encodeType, which a contract compares by its hash: `Permit(address owner,address spender,…)`. */
  readonly type: string
  readonly types: ReadonlyMap<string, readonly StructMember[]>
  readonly domain: Domain
  /** Addresses and bytes in lower case; integers up to 48 bits are numbers, larger ones bigint. */
  readonly message: Arguments
  /** Every address in the message, each once; also those written in a string. */
  readonly addresses: readonly AddressArgument[]
  /** Bytes of the values, also of the domain and of unsigned ones, whose type does not show an address. */
  readonly opaque: readonly Buffer[]
  /** Paths of values that are shown, but not signed, because their type does not have them. */
  readonly unsigned: readonly string[]
  /** Undefined where wallets compute different ones. */
  readonly digests: TypedDataDigests | undefined
}

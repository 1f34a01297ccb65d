import { NATIVE } from '../../evm/asset.ts'
import type { Asset, DecodedCall } from '../actions/actions.ts'
import type { Call } from '../decode/calls.ts'

/**
 * What is signed and nothing accounts for. address: it is neither own, nor known as what its place asks for, nor a party of an effect,
 * nor harmless · position: whose it is, is not known · value: nothing takes it, or says what it is for; in an order or a new pool,
 * without an amount: what the token (without an address, the native currency) is worth is not known · chain: the number of one that no
 * table of the bridge has, in answers a value · call: the function is that of another protocol
 */
export interface Unaccounted {
  readonly kind: 'address' | 'position' | 'chain' | 'value' | 'call'
  /** Lower case. */
  readonly address?: string
  /** Wei, or the number of the position or chain. */
  readonly value?: bigint
  /** Function and argument, or member: `deposit.pool`. */
  readonly path: string
  readonly call: Call
}

/** Data of a call on which others act, or that this version does not read. */
export function unreadAt(call: DecodedCall, path: string): Unaccounted {
  return { kind: 'call', address: call.to, path: `${call.name}.${path}`, call }
}

/** What an asset is worth is not known, in an order, or by the price of a new pool. */
export function unknownWorth({ token }: Asset, call: Call, where: 'order' | 'pool'): Unaccounted {
  return { kind: 'value', ...(token !== NATIVE && { address: token }), path: `${call.name}.${where}`, call }
}

/** Addresses that a call or message names without an effect that is read. */
export interface UnreadAddresses {
  readonly call: Call
  /** Neither own nor known; without the called contract. */
  readonly thirdParties: readonly string[]
}

/** Native value that a function does not take. */
export interface ValueFault {
  readonly call: Call
  /** Wei. */
  readonly value: bigint
  /** refused: the function takes none, and reverts or hides a payment · other: another asset is given, and the value beside it. */
  readonly why: 'refused' | 'other'
}

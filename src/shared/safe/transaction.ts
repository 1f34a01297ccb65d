import type { Hex } from 'ox/Hex'
import { APPROVE_HASH } from './selectors.ts'

/** The ten fields that the owners of a Safe sign. Addresses and data are in lower case. */
export interface SafeTransaction {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
  /** 0 calls, 1 is a delegatecall, 2 creates a contract (Safe 0.1 and 1.0 only). */
  readonly operation: number
  readonly safeTxGas: bigint
  /** dataGas before Safe 1.0. */
  readonly baseGas: bigint
  readonly gasPrice: bigint
  readonly gasToken: Hex
  readonly refundReceiver: Hex
  readonly nonce: bigint
}

export const CALL = 0
export const DELEGATECALL = 1
export const CREATE = 2

export const NO_ADDRESS: Hex = '0x0000000000000000000000000000000000000000'

/** Who executes it gets nothing back, as wallets propose it. */
export const NO_REFUND = {
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: NO_ADDRESS,
  refundReceiver: NO_ADDRESS,
} as const satisfies Partial<SafeTransaction>

/** A call without a refund. */
export function plainCall(to: Hex, data: Hex, nonce: bigint): SafeTransaction {
  return { to, value: 0n, data, operation: CALL, ...NO_REFUND, nonce }
}

/** The rejection of a nonce: a call of the Safe to itself that does nothing. Executed, it makes every other transaction of the nonce void. */
export function rejection(safe: Hex, nonce: bigint): SafeTransaction {
  return plainCall(safe, '0x', nonce)
}

/** The transaction by which a Safe that owns another Safe approves a transaction there. @param nonce of the owner */
export function approval(safe: Hex, safeTxHash: Hex, nonce: bigint): SafeTransaction {
  return plainCall(safe, `${APPROVE_HASH}${safeTxHash.slice(2)}`, nonce)
}

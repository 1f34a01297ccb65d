/**
 * What the signature of a payload covers: nine words of 32 bytes, which is abi.encode of a call, the module and its function.
 *
 *     0  chainId
 *     1  msgSender        the transaction's from, zeroes to the left
 *     2  integration      the transaction's to, zeroes to the left
 *     3  msgValue         wei
 *     4  calldataDigest   keccak256 of the call data without the payload (`slot.ts`)
 *     5  module           its address, zeroes to the left
 *     6  selector         of the function that checks, zeroes to the right
 *     7  nonce            0 when it is not tracked
 *     8  expiration       seconds since the epoch
 *
 * Signed is the EIP-191 personal message of the 32 bytes of their keccak256.
 */
import * as AbiParameters from 'ox/AbiParameters'
import type { Address } from 'ox/Address'
import * as Hash from 'ox/Hash'
import type { Hex } from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import { WardenError } from '../../shared/errors.ts'
import { MODULE_SELECTOR } from './layout.ts'

/** The transaction a payload is for. Addresses in any case, checked before. */
export interface PayloadTransaction {
  /** Decimal. */
  readonly chainId: string
  readonly from: string
  /** Undefined or empty: contract creation, for which there is no payload. */
  readonly to: string | undefined
  /** Wei. */
  readonly value: bigint
  /** Call data in hex; `0x` when there is none. */
  readonly data: string
}

export interface DigestFacts {
  readonly chainId: string
  readonly from: string
  readonly to: string
  /** Wei. */
  readonly value: bigint
  /** The call data that is hashed, from `findSlot`. */
  readonly hashed: Hex
  readonly moduleAddress: string
  /** 0 when it is not tracked. */
  readonly nonce: bigint
  /** Seconds since the epoch. */
  readonly expiration: bigint
}

const digestWords = [
  { name: 'chainId', type: 'uint256' },
  { name: 'msgSender', type: 'address' },
  { name: 'integration', type: 'address' },
  { name: 'msgValue', type: 'uint256' },
  { name: 'calldataDigest', type: 'bytes32' },
  { name: 'module', type: 'address' },
  { name: 'selector', type: 'bytes4' },
  { name: 'nonce', type: 'uint256' },
  { name: 'expiration', type: 'uint256' },
] as const

export function payloadDigest(facts: DigestFacts): Hex {
  return Hash.keccak256(
    AbiParameters.encode(digestWords, [
      BigInt(facts.chainId),
      facts.from as Address,
      facts.to as Address,
      facts.value,
      Hash.keccak256(facts.hashed),
      facts.moduleAddress as Address,
      MODULE_SELECTOR,
      facts.nonce,
      facts.expiration,
    ]),
  )
}

/** The hash that is signed and that a signer is recovered from. */
export function messageHash(digest: Hex): Hex {
  return PersonalMessage.getSignPayload(digest)
}

/**
 * The contract that checks the payload, which is the one that is called. Throws `payload-without-contract` for a contract
 * creation: what is not there yet cannot check. Who only wants to go without a payload then asks for `to` first.
 */
export function integrationOf({ to }: Pick<PayloadTransaction, 'to'>): string {
  if (to) return to
  throw new WardenError({
    kind: 'refused',
    code: 'payload-without-contract',
    message: 'a contract creation has no signed payload: there is no contract yet that could check it',
    details: ['A signed payload is for a call: the transaction needs a `to`.'],
  })
}

/**
 * The signed content of a payload: nine words of 32 bytes, the abi.encode of the call, the module and its function.
 *
 *     0  chainId
 *     1  msgSender        `from` of the transaction, left-padded
 *     2  integration      `to` of the transaction, left-padded
 *     3  msgValue         wei
 *     4  calldataDigest   keccak256 of the call data without the payload (`slot.ts`)
 *     5  module           its address, left-padded
 *     6  selector         of the function that checks, right-padded
 *     7  nonce            0 when it is not tracked
 *     8  expiration       seconds since 1970
 *
 * The signature is over the EIP-191 personal message of their keccak256.
 */
import * as AbiParameters from 'ox/AbiParameters'
import type { Address } from 'ox/Address'
import * as Hash from 'ox/Hash'
import type { Hex } from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import { refusal } from '../../shared/errors.ts'
import { MODULE_SELECTOR } from './layout.ts'

/** The transaction of a payload. Valid addresses in any case. */
export interface PayloadTransaction {
  /** Decimal. */
  readonly chainId: string
  readonly from: string
  /** Undefined or empty: contract creation, which has no payload. */
  readonly to: string | undefined
  /** Wei. */
  readonly value: bigint
  /** Call data in hex; `0x` when empty. */
  readonly data: string
}

export interface DigestInput extends Pick<PayloadTransaction, 'chainId' | 'from' | 'value'> {
  readonly to: string
  /** Hashed part of the call data, from `findSlot`. */
  readonly hashed: Hex
  readonly moduleAddress: string
  /** 0 when it is not tracked. */
  readonly nonce: bigint
  /** Seconds since 1970. */
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

export function payloadDigest(facts: DigestInput): Hex {
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

/** The hash that is signed. */
export function messageHash(digest: Hex): Hex {
  return PersonalMessage.getSignPayload(digest)
}

/** The called contract, which checks the payload. Throws `payload-without-contract` for a contract creation. */
export function integrationOf({ to }: Pick<PayloadTransaction, 'to'>): string {
  if (to) return to
  throw refusal(
    'payload-without-contract',
    'a contract creation has no signed payload: no contract exists yet to check it',
    { details: ['A signed payload is for a call: the transaction needs a `to`.'] },
  )
}

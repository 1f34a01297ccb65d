/**
 * Who signed a payload, and for what. Recovery returns an address for any digest, so a wrong chain looks like a wrong
 * signer. To distinguish them, common mistakes are tried: the one that recovers an accepted signer was signed.
 */

import type { Hex } from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import { chains, definedChains } from '../../api/chains.ts'
import type { SlotMode } from '../../api/vocabulary.ts'
import type { DecodedPayload, PayloadSignature } from './decode.ts'
import { type DigestInput, integrationOf, messageHash, type PayloadTransaction, payloadDigest } from './digest.ts'
import { findSlot } from './slot.ts'

export interface RecoverInput {
  readonly transaction: PayloadTransaction
  readonly decoded: DecodedPayload
  readonly moduleAddress: string
  readonly slotMode: SlotMode
  /** Accepted signers, lower case. */
  readonly signers: ReadonlySet<string>
}

export interface Recovered {
  /** Digest of the transaction as given. */
  readonly digest: Hex
  readonly slotUsed: boolean
  /** Lower case; undefined when the signature is invalid. */
  readonly signer: string | undefined
  /** What was signed instead, to follow "signed"; undefined when it is the given transaction or unknown. */
  readonly difference: string | undefined
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** Throws `payload-without-contract`, `payload-slot-missing`, `payload-bad-call-data`. */
export function recoverSigned(input: RecoverInput): Recovered {
  const { transaction, decoded, signers } = input
  const { slot, hashed } = findSlot(transaction.data, input.slotMode)
  const facts: DigestInput = {
    ...transaction,
    to: integrationOf(transaction),
    hashed,
    moduleAddress: input.moduleAddress,
    // Like the contract: an untracked nonce is ignored.
    nonce: decoded.trackNonce ? decoded.nonce : 0n,
    expiration: decoded.expiration,
  }
  const digest = payloadDigest(facts)
  const signer = recoverSigner(digest, decoded.signature)
  const exact = { digest, slotUsed: slot, signer, difference: undefined }
  if (signer !== undefined && signers.has(signer)) return exact

  for (const { change, difference } of commonMistakes(facts, transaction.data, slot)) {
    const other = recoverSigner(payloadDigest({ ...facts, ...change }), decoded.signature)
    if (other !== undefined && signers.has(other)) return { ...exact, signer: other, difference }
  }
  return exact
}

interface Mistake {
  readonly change: Partial<DigestInput>
  readonly difference: string
}

function commonMistakes(facts: DigestInput, data: string, slotUsed: boolean): Mistake[] {
  const otherChains = [...chains, ...definedChains()]
    .filter((chain) => chain.id !== facts.chainId)
    .map(({ id, name }) => ({
      change: { chainId: id },
      difference: `for chain ${id} (${name}), not ${facts.chainId}`,
    }))
  const otherSlot = findSlot(data, slotUsed ? 'no' : 'auto')
  const otherPart = {
    change: { hashed: otherSlot.hashed },
    difference: slotUsed
      ? 'over the whole call data, not only the part before the payload slot (--payload-slot no)'
      : 'over the call data before its payload slot, not the whole (--payload-slot yes)',
  }
  const defaultModule = {
    change: { moduleAddress: ZERO_ADDRESS },
    difference: `for module ${ZERO_ADDRESS}, not ${facts.moduleAddress.toLowerCase()}`,
  }
  return [...otherChains, otherPart, defaultModule]
}

/** Address (lower case) that ecrecover returns; undefined for an invalid signature. */
function recoverSigner(digest: Hex, { r, s, v }: PayloadSignature): string | undefined {
  try {
    const signature = { r, s, yParity: v - 27 }
    return Secp256k1.recoverAddress({ payload: messageHash(digest), signature })
  } catch {
    // r or s is out of range, or r is not on the curve: ecrecover returns the zero address.
    return undefined
  }
}

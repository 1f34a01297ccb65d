/**
 * What a payload was signed for. Recovery gives some address for any digest, so that a wrong chain and a wrong signer look alike.
 * They can be told apart by trying what is commonly mistaken: if an accepted signer comes out of a near reading, that is it.
 */

import type { Hex } from 'ox/Hex'
import { chains } from '../../api/chains.ts'
import type { SlotMode } from '../../api/vocabulary.ts'
import type { DecodedPayload } from './decode.ts'
import { type DigestFacts, integrationOf, type PayloadTransaction, payloadDigest } from './digest.ts'
import { recoverSigner } from './recover.ts'
import { findSlot } from './slot.ts'

export interface ReadingInput {
  readonly transaction: PayloadTransaction
  readonly decoded: DecodedPayload
  readonly moduleAddress: string
  readonly slotMode: SlotMode
  /** Accepted signers, lower case. */
  readonly signers: ReadonlySet<string>
}

export interface Reading {
  /** Of the transaction as given. */
  readonly digest: Hex
  readonly slotUsed: boolean
  /** Lower case; undefined when no key can have signed. */
  readonly signer: string | undefined
  /** What was signed instead, a clause behind "signed"; undefined when it is the transaction as given, or nothing we tried. */
  readonly otherwise: string | undefined
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** Throws `payload-without-contract`, `payload-slot-missing`, `payload-bad-call-data`. */
export function readSignedFacts(input: ReadingInput): Reading {
  const { transaction, decoded, signers } = input
  const { slot, hashed } = findSlot(transaction.data, input.slotMode)
  const facts: DigestFacts = {
    ...transaction,
    to: integrationOf(transaction),
    hashed,
    moduleAddress: input.moduleAddress,
    // As the contract does: the nonce of a payload that does not track it is not looked at.
    nonce: decoded.trackNonce ? decoded.nonce : 0n,
    expiration: decoded.expiration,
  }
  const digest = payloadDigest(facts)
  const signer = recoverSigner(digest, decoded.signature)
  const exact = { digest, slotUsed: slot, signer, otherwise: undefined }
  if (signer !== undefined && signers.has(signer)) return exact

  for (const { change, otherwise } of nearReadings(facts, transaction.data, slot)) {
    const other = recoverSigner(payloadDigest({ ...facts, ...change }), decoded.signature)
    if (other !== undefined && signers.has(other)) return { ...exact, signer: other, otherwise }
  }
  return exact
}

interface NearReading {
  readonly change: Partial<DigestFacts>
  readonly otherwise: string
}

function nearReadings(facts: DigestFacts, data: string, slotUsed: boolean): NearReading[] {
  const elsewhere = chains
    .filter((chain) => chain.id !== facts.chainId)
    .map(({ id, name }) => ({
      change: { chainId: id },
      otherwise: `for chain ${id} (${name}), not ${facts.chainId}`,
    }))
  const otherSlot = findSlot(data, slotUsed ? 'no' : 'auto')
  const otherPart = {
    change: { hashed: otherSlot.hashed },
    otherwise: slotUsed
      ? 'over the whole call data, not only what stands before the payload slot (--payload-slot no)'
      : 'over the call data before its payload slot, not the whole (--payload-slot yes)',
  }
  const defaultModule = {
    change: { moduleAddress: ZERO_ADDRESS },
    otherwise: `for module ${ZERO_ADDRESS}, not ${facts.moduleAddress.toLowerCase()}`,
  }
  return [...elsewhere, otherPart, defaultModule]
}

/** Builds a signed payload: bytes as in `layout.ts`, signed over the digest of `digest.ts`. */
import * as Hex from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import type { SlotMode } from '../../api/vocabulary.ts'
import { refusal } from '../../shared/errors.ts'
import { isPrivateKey } from './curve.ts'
import { integrationOf, messageHash, type PayloadTransaction, payloadDigest } from './digest.ts'
import {
  MODULE_ID,
  MODULE_SELECTOR,
  nonceFault,
  PADDED_MODULE_PAYLOAD_BYTES,
  PADDING_BYTES,
  WORD_BYTES,
} from './layout.ts'
import { findSlot } from './slot.ts'

export interface PayloadRequest extends PayloadTransaction {
  readonly slotMode: SlotMode
  /** Address of the on-chain module that checks the payload. */
  readonly moduleAddress: string
  readonly trackNonce: boolean
  /** 0 when it is not tracked. */
  readonly nonce: bigint
  /** Seconds since 1970. */
  readonly expiration: bigint
  /** 32 bytes of hex. */
  readonly privateKey: string
}

type NonceAndExpiration = Pick<PayloadRequest, 'expiration' | 'trackNonce' | 'nonce'>

export interface SignedPayload {
  /** 192 bytes. */
  readonly payload: Hex.Hex
  /** 32 bytes; signed as an EIP-191 personal message. */
  readonly digest: Hex.Hex
  /** Whether the call data has a slot: only the part before it is signed. */
  readonly slotUsed: boolean
}

/**
 * The same request gives the same payload: the signature is deterministic (RFC 6979).
 * Throws `payload-without-contract` for a contract creation, `payload-slot-missing`, `payload-bad-call-data`,
 * `payload-bad-nonce`, `signer-key-invalid`.
 */
export function signPayload(request: PayloadRequest): SignedPayload {
  const { privateKey, ...facts } = request
  refuseBadKey(privateKey)
  refuseBadNonce(facts)
  const to = integrationOf(facts)
  const { slot, hashed } = findSlot(facts.data, facts.slotMode)
  const digest = payloadDigest({ ...facts, to, hashed })
  const signature = Secp256k1.sign({
    payload: messageHash(digest),
    privateKey: privateKey as Hex.Hex,
    extraEntropy: false,
  })
  return { payload: assemble(facts, signature), digest, slotUsed: slot }
}

function assemble(
  { expiration, trackNonce, nonce }: NonceAndExpiration,
  { r, s, yParity }: { r: Hex.Hex; s: Hex.Hex; yParity: number },
): Hex.Hex {
  const modulePayload = Hex.concat(
    Hex.fromNumber(expiration, { size: 32 }),
    Hex.fromBoolean(trackNonce, { size: 1 }),
    Hex.fromNumber(nonce, { size: 32 }),
    r,
    s,
    // ecrecover takes 27 or 28 instead of the parity.
    Hex.fromNumber(27 + yParity, { size: 1 }),
  )
  return Hex.concat(Hex.padRight(modulePayload, PADDED_MODULE_PAYLOAD_BYTES), routingWord())
}

function routingWord(): Hex.Hex {
  const bits =
    BigInt(MODULE_ID) |
    (BigInt(MODULE_SELECTOR) << 128n) |
    (BigInt(PADDED_MODULE_PAYLOAD_BYTES) << 160n) |
    (BigInt(PADDING_BYTES) << 192n)
  return Hex.fromNumber(bits, { size: WORD_BYTES })
}

function refuseBadNonce({ trackNonce, nonce }: NonceAndExpiration): void {
  const fault = nonceFault(trackNonce, nonce)
  if (fault === undefined) return
  throw refusal('payload-bad-nonce', `the payload cannot be signed: ${fault}`)
}

/** Checked here because errors of the library may quote the key. */
function refuseBadKey(privateKey: string): void {
  if (isPrivateKey(privateKey)) return
  throw refusal(
    'signer-key-invalid',
    'the signer key is not a secp256k1 private key: 0x and 64 hex digits, above 0 and below the order of the curve',
  )
}

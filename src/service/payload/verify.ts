/**
 * Verifies a signed payload offline against its transaction, with the rules of the on-chain module. The caller provides
 * what only the chain knows: the accepted signers and the next nonce.
 */

import type { Hex } from 'ox/Hex'
import type { SlotMode } from '../../api/vocabulary.ts'
import { isoTimeOfSeconds } from '../../shared/text/iso-date.ts'
import { isLowS } from './curve.ts'
import { type DecodedPayload, decodePayload } from './decode.ts'
import type { PayloadTransaction } from './digest.ts'
import { nonceFault } from './layout.ts'
import { type Recovered, recoverSigned } from './recover.ts'

export interface VerifyRequest {
  /** Hex of the 192 bytes. */
  readonly payload: string
  readonly transaction: PayloadTransaction
  /** Accepted signer addresses, in any case. */
  readonly signers: readonly string[]
  /** ms since 1970. */
  readonly now: number
  readonly moduleAddress: string
  readonly slotMode: SlotMode
  /** Next nonce of this sender in the contract. Absent: not checked. */
  readonly expectedNonce?: bigint
}

export interface PayloadCheck {
  readonly name: 'signer' | 'digest' | 'expiry' | 'nonce'
  readonly ok: boolean
  /** One line, readable alone. */
  readonly detail: string
}

export interface PayloadReport {
  readonly ok: boolean
  /** signer, digest and expiry always; nonce when one is expected, or when the payload's nonce is invalid. */
  readonly checks: readonly PayloadCheck[]
  /** Recovered address, lower case; undefined when the signature is invalid. */
  readonly signer: string | undefined
  /** Digest of the transaction as given. */
  readonly digest: Hex
  /** Whether the call data has a payload slot. */
  readonly slotUsed: boolean
  readonly decoded: DecodedPayload
}

/**
 * Reports failed checks. Throws only when nothing can be checked: the codes of `decodePayload`,
 * `payload-without-contract`, `payload-slot-missing`, `payload-bad-call-data`.
 */
export function verifyPayload(request: VerifyRequest): PayloadReport {
  const decoded = decodePayload(request.payload)
  const signers = new Set(request.signers.map((address) => address.toLowerCase()))
  const recovered = recoverSigned({ ...request, decoded, signers })
  const nonce = checkNonce(decoded, request.expectedNonce)
  const checks = [
    checkSigner(recovered, signers, decoded),
    checkDigest(recovered, signers),
    checkExpiry(decoded.expiration, request.now),
    ...(nonce ? [nonce] : []),
  ]
  const { signer, digest, slotUsed } = recovered
  return { ok: checks.every((check) => check.ok), checks, signer, digest, slotUsed, decoded }
}

function checkSigner({ signer }: Recovered, signers: ReadonlySet<string>, { signature }: DecodedPayload): PayloadCheck {
  const fail = (detail: string): PayloadCheck => ({ name: 'signer', ok: false, detail })
  if (signer === undefined) return fail('invalid signature: r or s is not on the curve')
  if (signers.size === 0) return fail(`recovers to ${signer}; no accepted signer was given to compare with`)
  if (!signers.has(signer)) return fail(`recovers to ${signer}, which is not an accepted signer`)
  if (!isLowS(signature.s)) return fail(`signed by ${signer}, but s is in the upper half, which the contract rejects`)
  return { name: 'signer', ok: true, detail: `signed by ${signer}` }
}

function checkDigest(recovered: Recovered, signers: ReadonlySet<string>): PayloadCheck {
  const { signer, difference, digest, slotUsed } = recovered
  const part = slotUsed ? 'call data before the payload slot' : 'whole call data'
  if (difference !== undefined) return { name: 'digest', ok: false, detail: `signed ${difference}` }
  if (signer !== undefined && signers.has(signer))
    return { name: 'digest', ok: true, detail: `${digest} is this transaction (${part})` }
  return {
    name: 'digest',
    ok: false,
    detail: `no accepted signer signed ${digest} (${part}): another transaction or another key`,
  }
}

/** The contract rejects a payload when the block time reaches the expiration. */
function checkExpiry(expiration: bigint, now: number): PayloadCheck {
  const ok = expiration * 1000n > BigInt(now)
  return { name: 'expiry', ok, detail: `${ok ? 'valid until' : 'expired at'} ${timeText(expiration)}` }
}

function checkNonce({ trackNonce, nonce }: DecodedPayload, expected: bigint | undefined): PayloadCheck | undefined {
  const fault = nonceFault(trackNonce, nonce)
  if (fault !== undefined) return { name: 'nonce', ok: false, detail: fault }
  if (expected === undefined) return undefined
  if (!trackNonce)
    return {
      name: 'nonce',
      ok: expected === 0n,
      detail: `is not tracked${expected === 0n ? '' : `; expected ${expected}`}`,
    }
  const ok = nonce === expected
  return { name: 'nonce', ok, detail: ok ? `${nonce}, as expected` : `${nonce}; expected ${expected}` }
}

/** An expiration may be up to 2^256. */
function timeText(seconds: bigint): string {
  return isoTimeOfSeconds(seconds) ?? `${seconds} seconds since 1970`
}

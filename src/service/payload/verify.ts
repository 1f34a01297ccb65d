/**
 * Checks a signed payload offline against its transaction: one check a fact, as the on-chain module would decide. What only the
 * chain knows (which signer the contract accepts, how far its counter is) comes from the caller.
 */

import type { Hex } from 'ox/Hex'
import type { SlotMode } from '../../api/vocabulary.ts'
import { isLowS } from './curve.ts'
import { type DecodedPayload, decodePayload } from './decode.ts'
import type { PayloadTransaction } from './digest.ts'
import { nonceFault } from './nonce.ts'
import { type Reading, readSignedFacts } from './reading.ts'

export interface VerifyRequest {
  /** Hex of the 192 bytes. */
  readonly payload: string
  readonly transaction: PayloadTransaction
  /** Accepted signer addresses, any case. */
  readonly signers: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly moduleAddress: string
  readonly slotMode: SlotMode
  /** The number the contract takes next for this sender. Absent: not compared. */
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
  /** signer, digest, expiry always; nonce when one is expected or the payload's own cannot be. */
  readonly checks: readonly PayloadCheck[]
  /** Recovered address, lower case; undefined when no key can have signed. It has signed what the digest check says. */
  readonly signer: string | undefined
  /** Of the transaction as given. */
  readonly digest: Hex
  /** Whether the call data was taken to have a payload slot. */
  readonly slotUsed: boolean
  readonly decoded: DecodedPayload
}

/**
 * Throws for what cannot be checked at all: the faults of `decodePayload`, `payload-without-contract`, `payload-slot-missing`,
 * `payload-bad-call-data`. A check that fails is in the report.
 */
export function verifyPayload(request: VerifyRequest): PayloadReport {
  const decoded = decodePayload(request.payload)
  const signers = new Set(request.signers.map((address) => address.toLowerCase()))
  const reading = readSignedFacts({ ...request, decoded, signers })
  const nonce = checkNonce(decoded, request.expectedNonce)
  const checks = [
    checkSigner(reading, signers, decoded),
    checkDigest(reading, signers),
    checkExpiry(decoded.expiration, request.now),
    ...(nonce ? [nonce] : []),
  ]
  const { signer, digest, slotUsed } = reading
  return { ok: checks.every((check) => check.ok), checks, signer, digest, slotUsed, decoded }
}

function checkSigner({ signer }: Reading, signers: ReadonlySet<string>, { signature }: DecodedPayload): PayloadCheck {
  const fail = (detail: string): PayloadCheck => ({ name: 'signer', ok: false, detail })
  if (signer === undefined) return fail('no key can have made this signature: r or s is not of the curve')
  if (signers.size === 0) return fail(`recovers to ${signer}; no accepted signer was given to compare with`)
  if (!signers.has(signer)) return fail(`recovers to ${signer}, which is not an accepted signer`)
  if (!isLowS(signature.s)) return fail(`signed by ${signer}, but s is in the upper half, which the contract refuses`)
  return { name: 'signer', ok: true, detail: `signed by ${signer}` }
}

function checkDigest(reading: Reading, signers: ReadonlySet<string>): PayloadCheck {
  const { signer, otherwise, digest, slotUsed } = reading
  const part = slotUsed ? 'call data before the payload slot' : 'whole call data'
  if (otherwise !== undefined) return { name: 'digest', ok: false, detail: `signed ${otherwise}` }
  if (signer !== undefined && signers.has(signer))
    return { name: 'digest', ok: true, detail: `${digest} is this transaction (${part})` }
  return {
    name: 'digest',
    ok: false,
    detail: `no accepted signer signed ${digest} (${part}): another transaction was signed, or by another key`,
  }
}

/** The contract refuses in a block whose time has reached the expiration. */
function checkExpiry(expiration: bigint, now: number): PayloadCheck {
  const ok = expiration * 1000n > BigInt(now)
  return { name: 'expiry', ok, detail: `${ok ? 'holds until' : 'expired at'} ${timeText(expiration)}` }
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

/** Largest time a Date can hold, in seconds; an expiration may be anything below 2^256. */
const LAST_DATE_SECONDS = 8_640_000_000_000n

function timeText(seconds: bigint): string {
  if (seconds > LAST_DATE_SECONDS) return `${seconds} seconds since 1970`
  return new Date(Number(seconds) * 1000).toISOString()
}

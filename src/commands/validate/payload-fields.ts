import type { DecodedPayload } from '../../service/index.ts'
import { isoTimeOfSeconds } from '../../shared/text/iso-date.ts'

/** A payload as JSON: 256-bit numbers are decimal strings. */
export interface PayloadFields extends Omit<DecodedPayload, 'expiration' | 'nonce'> {
  /** Seconds since the epoch. */
  readonly expiration: string
  /** The same as ISO 8601; null beyond the range of a date. */
  readonly expiresAt: string | null
  /** By the clock of this machine. */
  readonly expired: boolean
  /** 0 when not tracked. */
  readonly nonce: string
}

/** @param now milliseconds since the epoch */
export function payloadFields(decoded: DecodedPayload, now: number): PayloadFields {
  const { expiration, trackNonce, nonce, signature, routing } = decoded
  return {
    expiration: String(expiration),
    expiresAt: isoTimeOfSeconds(expiration),
    expired: expiration * 1000n <= BigInt(now),
    trackNonce,
    nonce: String(nonce),
    signature,
    routing,
  }
}

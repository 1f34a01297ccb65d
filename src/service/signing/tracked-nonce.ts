import { confirmedNonce, highestIssuedNonce, type NonceScope } from '../store/repositories/transactions.ts'
import type { Db } from '../store/schema/schema.ts'

export interface TrackedNonce {
  /** Last nonce used on chain; 0 before the first. */
  readonly confirmed: number
  /** Highest nonce in an unexpired payload; null when there is none. */
  readonly issued: number | null
  /** Nonce of the next payload: one above the confirmed and issued ones. */
  readonly next: number
}

/** @param now ms since 1970 */
export async function readTrackedNonce(db: Db, scope: NonceScope, now: number): Promise<TrackedNonce> {
  const confirmed = (await confirmedNonce(db, scope)) ?? 0
  const issued = (await highestIssuedNonce(db, scope, now)) ?? null
  return { confirmed, issued, next: Math.max(confirmed, issued ?? 0) + 1 }
}

import { confirmedNonce, highestIssuedNonce, type NonceScope } from '../store/repositories/transactions.ts'
import type { Db } from '../store/schema.ts'

export interface TrackedNonce {
  /** The last number known to be used on chain; 0 before the first. */
  readonly confirmed: number
  /** The highest number in a payload that still holds; null when none is out. */
  readonly issued: number | null
  /** What the next payload carries: one more than the last number that is confirmed or issued. */
  readonly next: number
}

/** @param now milliseconds since the epoch */
export async function readTrackedNonce(db: Db, scope: NonceScope, now: number): Promise<TrackedNonce> {
  const confirmed = (await confirmedNonce(db, scope)) ?? 0
  const issued = (await highestIssuedNonce(db, scope, now)) ?? null
  return { confirmed, issued, next: Math.max(confirmed, issued ?? 0) + 1 }
}

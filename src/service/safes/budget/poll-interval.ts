import { DAY_MS } from '../../../shared/time/units.ts'

/** A service that has no quota (ms). */
const OWN_SERVICE_MS = 5_000
/** Least interval on a paid plan (ms): nothing in a queue is so urgent that its seconds matter. */
const LEAST_MS = 20_000
/** Quotas of plans are per month; this is what a month is counted as where the service does not say when it ends. */
export const MONTH_MS = 30 * DAY_MS

/** Requests a month without a key, and with one of the free plan (docs.safe.global, "Quotas & Limits"). */
export const ANONYMOUS_QUOTA = 5_000
export const FREE_QUOTA = 50_000

/** Turns of which one reads messages and delegates as well. */
const TURNS_A_ROUND = 3
/** Requests of a round: a queue each turn, and messages and delegates once. */
const REQUESTS_A_ROUND = TURNS_A_ROUND + 2

/** @returns whether a turn reads messages and delegates */
export function readsMore(turn: number): boolean {
  return turn % TURNS_A_ROUND === 0
}

export interface PollPlan {
  /** Safes that share the quota. */
  readonly safes: number
  /** Requests that are left in the window; undefined: no quota. */
  readonly quotaPerMonth: number
  readonly ownService: boolean
  /** What is left of the window (ms); default: a month. */
  readonly windowMs?: number
}

/** How long to wait between two polls of the same Safe (ms), so that the requests of all Safes last until the window ends. */
export function pollInterval({ safes, quotaPerMonth, ownService, windowMs = MONTH_MS }: PollPlan): number {
  if (ownService) return OWN_SERVICE_MS
  if (quotaPerMonth <= 0) return Math.max(LEAST_MS, windowMs)
  const requestMs = windowMs / quotaPerMonth
  return Math.max(LEAST_MS, Math.ceil((requestMs * safes * REQUESTS_A_ROUND) / TURNS_A_ROUND))
}

/** Room: The quotas of transaction services: which Safe is read when. */

import type { Clock } from '../../../shared/time/clock.ts'
import { type ResponseHeaders, retryAfterOf } from '../../../shared/time/retry-after.ts'
import { DAY_MS, DAY_S } from '../../../shared/time/units.ts'
import { countSafeRequest, findSafeBudget, noteSafeQuota } from '../../store/repositories/safe-budgets.ts'
import type { Db, SafeBudgetRow } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import type { RequestMeter } from '../transaction-service/service-client.ts'
import { SafeServiceError } from '../transaction-service/service-error.ts'

export interface BudgetDeps {
  readonly store: Store
  readonly clock: Pick<Clock, 'now'>
}

/** What the requests of a Safe count for. */
export interface BudgetOf {
  /** Null when the service has no quota. */
  readonly budgetId: string | null
  readonly hasKey: boolean
}

/** Wait after a refusal that names none (ms). */
const REFUSED_MS = 60_000
/** The end of a window as the service says it differs by less between two answers (ms). */
const SAME_WINDOW_MS = 3_600_000
const MAX_QUOTA = 1_000_000_000
const MAX_RESET_S = 366 * DAY_S
const OK = 200
const TOO_MANY = 429

/** Counts every request in the database before it is sent: neither a restart nor another server passes the quota. */
export function createMeter({ budgetId, hasKey }: BudgetOf, { store, clock }: BudgetDeps): RequestMeter {
  if (budgetId === null) return { spend: async () => {}, note: async () => undefined }
  return {
    async spend() {
      const now = clock.now()
      const window = { windowEnd: monthEnd(now), quota: quotaOf(hasKey), now }
      const counted = await store.write((db) => countSafeRequest(db, budgetId, window))
      if (!counted) throw spent(await findSafeBudget(store.read, budgetId), now)
    },
    async note(status, headers) {
      const now = clock.now()
      const said = quotaSaid(headers, now)
      const wait = status === TOO_MANY ? refusedFor(said, retryAfterOf(status, headers, now), now) : undefined
      if (said !== undefined || wait !== undefined)
        await store.write(async (db) => {
          const row = await findSafeBudget(db, budgetId)
          const changes = row && said ? changesBy(said, row) : {}
          await noteSafeQuota(db, budgetId, { ...changes, ...(wait && { paused_until: now + wait }) }, now)
        })
      if (status === OK || wait === undefined) return undefined
      return spent({ paused_until: now + wait }, now)
    },
  }
}

interface QuotaSaid {
  readonly quota: number
  readonly used: number
  readonly windowEnd: number
}

/** Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset` (seconds), which the hosted service sends with each answer. */
function quotaSaid(headers: ResponseHeaders, now: number): QuotaSaid | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers[`x-ratelimit-${name}`]
    return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : undefined
  })
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  if (limit === 0 || limit > MAX_QUOTA || remaining > limit || reset > MAX_RESET_S) return undefined
  return { quota: limit, used: limit - remaining, windowEnd: now + reset * 1000 }
}

/**
 * The service knows of requests that others sent, and answers can arrive in another order: within a window the count only rises. A
 * window that ends much later is another one, in which the service counts from zero.
 */
function changesBy({ quota, used, windowEnd }: QuotaSaid, row: SafeBudgetRow): Partial<SafeBudgetRow> {
  const isOther = windowEnd > row.window_end + SAME_WINDOW_MS
  return { quota, window_end: windowEnd, used: isOther ? used : Math.max(used, row.used) }
}

function refusedFor(said: QuotaSaid | undefined, retryAfterMs: number | undefined, now: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs
  return said && said.used >= said.quota ? Math.max(said.windowEnd - now, REFUSED_MS) : REFUSED_MS
}

function spent(row: Partial<SafeBudgetRow> | undefined, now: number): SafeServiceError {
  const paused = row?.paused_until ?? 0
  const until = paused > now ? paused : (row?.window_end ?? now)
  const text = `the requests of this month are used up until ${new Date(until).toISOString()}`
  const refused = `the transaction service refuses requests until ${new Date(until).toISOString()}`
  return new SafeServiceError('rate-limited', 'safe-quota', paused > now ? refused : text, Math.max(0, until - now))
}

/** How often a Safe is polled, and why. */
export interface PollPace {
  readonly intervalMs: number
  /** What it is while no more is used than planned; absent: no quota. */
  readonly plannedMs?: number
  /** Absent without a quota. */
  readonly quota: number | undefined
  readonly used: number
}

/** @param safes that share the budget */
export async function paceOf(
  { budgetId, hasKey }: BudgetOf,
  safes: number,
  { db, now }: { readonly db: Db; readonly now: number },
): Promise<PollPace> {
  if (budgetId === null)
    return { intervalMs: pollInterval({ safes, quotaPerMonth: 0, ownService: true }), quota: undefined, used: 0 }
  const row = await findSafeBudget(db, budgetId)
  const quota = row?.quota ?? quotaOf(hasKey)
  const isRunning = row !== undefined && row.window_end > now
  const used = isRunning ? row.used : 0
  // At the begin of a window as at its end: a month has at least this long for its requests.
  const left = isRunning ? { quotaPerMonth: quota - used, windowMs: row.window_end - now } : { quotaPerMonth: quota }
  const planned = pollInterval({ safes, quotaPerMonth: quota, ownService: false })
  const intervalMs = Math.max(planned, pollInterval({ safes, ownService: false, ...left }))
  return { intervalMs, plannedMs: planned, quota, used }
}

/** Whether polls beyond the regular ones leave these at least half as many as planned, until the window ends. */
export function hasReserve({ intervalMs, plannedMs = intervalMs }: PollPace): boolean {
  return intervalMs <= 2 * plannedMs
}

function quotaOf(hasKey: boolean): number {
  return hasKey ? FREE_QUOTA : ANONYMOUS_QUOTA
}

/** The begin of the next month (UTC), where the service does not say when its window ends. */
function monthEnd(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

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

import type { Clock } from '../../../shared/clock.ts'
import type { Sleep } from '../../../shared/sleep.ts'
import type { Ids } from '../../runtime/deps.ts'
import { findAlertEvent } from '../../store/repositories/alert-events.ts'
import { nextDueDelivery } from '../../store/repositories/deliveries.ts'
import { releaseQueue, renewLease } from '../../store/repositories/destination-queues.ts'
import { findDestination } from '../../store/repositories/destinations.ts'
import type { Db, DestinationQueueRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { AttemptResult } from '../channels/channel.ts'
import type { Attempt, AttemptOutcome } from './attempt-outcome.ts'
import { recordAttempt } from './record-attempt.ts'
import { ORDERED_ATTEMPTS } from './schedule.ts'

/** Duration of a lease (ms); each recorded attempt renews it. */
export const LEASE_MS = 60_000
/** An attempt starts only with this much of the lease left (ms): twice the timeout of a send. */
const MIN_LEASE_LEFT_MS = 30_000
/** Shorter pauses are waited for with the lease held (ms): they are send intervals, not backoff. */
const SHORT_PAUSE_MS = 3500
/** The queue is released after this many attempts, so that other queues get a turn. */
const MAX_ATTEMPTS_PER_CLAIM = 100
/** An attempt that cannot be recorded is retried this often, at this interval (ms). */
const RECORD_ATTEMPTS = 20
const RECORD_RETRY_MS = 2000

export type OnAttempt = (attempt: Attempt, result: AttemptResult, outcome: AttemptOutcome) => void

export interface QueueDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: Ids
  readonly sleep: Sleep
  /** 0 to below 1. */
  readonly jitter: () => number
  /** Never throws. */
  readonly send: (attempt: Attempt) => Promise<AttemptResult>
  /** Aborts when no new attempt may start. */
  readonly stopping: AbortSignal
  /** Aborts when attempts in progress are given up. */
  readonly abandoned: AbortSignal
  readonly report: (error: unknown) => void
  readonly onAttempt: OnAttempt
}

/** Sends the due deliveries of a claimed queue one after the other, then releases it. Returns the number of attempts. */
export async function drainQueue(
  { destination_id: destinationId, claim_id }: DestinationQueueRow,
  deps: QueueDeps,
): Promise<number> {
  const { store, clock, sleep, send, stopping, onAttempt } = deps
  const claimId = claim_id ?? ''
  let leaseUntil = clock.now() + LEASE_MS
  let attempts = 0
  try {
    while (!stopping.aborted && attempts < MAX_ATTEMPTS_PER_CLAIM) {
      if (leaseUntil - clock.now() < MIN_LEASE_LEFT_MS) {
        leaseUntil = clock.now() + LEASE_MS
        const renewal = { destinationId, claimId, leaseUntil }
        if (!(await store.write((db) => renewLease(db, renewal)))) return attempts
      }
      const attempt = await nextAttempt(store.read, destinationId, clock.now())
      if (!attempt) break
      const startedAt = clock.now()
      const result = await send(attempt)
      attempts += 1
      leaseUntil = clock.now() + LEASE_MS
      const outcome = await record(attempt, result, { claimId, startedAt, leaseUntil }, deps)
      if (!outcome) return attempts
      onAttempt(attempt, result, outcome)
      const pause = outcome.queue.paused_until - clock.now()
      if (outcome.disablesDestination || outcome.queue.failures > 0 || pause > SHORT_PAUSE_MS) break
      if (pause > 0) await sleep(pause, stopping)
    }
    return attempts
  } finally {
    await release({ destinationId, claimId }, deps)
  }
}

async function nextAttempt(db: Db, destinationId: string, now: number): Promise<Attempt | undefined> {
  const destination = await findDestination(db, destinationId)
  if (destination?.state !== 'ACTIVE') return undefined
  const delivery = await nextDueDelivery(db, destinationId, { now, orderedAttempts: ORDERED_ATTEMPTS })
  const event = delivery && (await findAlertEvent(db, delivery.event_id))
  return delivery && event && { delivery, event, destination }
}

/** Retries when the database fails: an attempt that is not recorded would be sent again. */
async function record(
  attempt: Attempt,
  result: AttemptResult,
  lease: { readonly claimId: string; readonly startedAt: number; readonly leaseUntil: number },
  { store, clock, jitter, newId, sleep, report, abandoned }: QueueDeps,
): Promise<AttemptOutcome | undefined> {
  const context = { ...lease, now: clock.now(), jitter: jitter(), newId }
  for (let count = 1; ; count++) {
    try {
      return await store.write((db) => recordAttempt(db, attempt, result, context))
    } catch (error) {
      if (count === RECORD_ATTEMPTS || abandoned.aborted) throw error
      report(error)
      await sleep(RECORD_RETRY_MS, abandoned)
    }
  }
}

/** A queue that cannot be released is free when its lease ends. */
async function release(claim: { destinationId: string; claimId: string }, deps: QueueDeps): Promise<void> {
  try {
    await deps.store.write((db) => releaseQueue(db, { ...claim, now: deps.clock.now() }))
  } catch (error) {
    deps.report(error)
  }
}

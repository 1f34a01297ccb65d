import type { Clock } from '../../../shared/time/clock.ts'
import type { Sleep } from '../../../shared/time/sleep.ts'
import { isSameReceiver } from '../../destinations/secrets.ts'
import type { Ids } from '../../runtime/deps.ts'
import { alertEventsWithin } from '../../store/repositories/alert-events.ts'
import { nextDueDeliveries, postponeBehind } from '../../store/repositories/deliveries.ts'
import { findDestination } from '../../store/repositories/destinations.ts'
import { type Lease, releaseLease, updateLeased } from '../../store/repositories/leases.ts'
import type { Db, DestinationQueueRow, DestinationRow } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import type { DeadlineClock } from '../../store/writes/deadline-clock.ts'
import type { AttemptResult } from '../channels/channel.ts'
import type { Attempt, AttemptOutcome } from './attempts/attempt-outcome.ts'
import { type EndedAttempt, recordAttempts } from './attempts/record-attempts.ts'
import { EARLY_ATTEMPTS, HELD_FROM } from './attempts/schedule.ts'
import type { AlertPipeline } from './attempts/send-alert.ts'
import { MAX_BATCH_MS, SendWindow } from './attempts/send-window.ts'
import { closeDigest, groupDeliveries, hasUngrouped, isOpenDigest, isUngrouped } from './group-deliveries.ts'

/** Duration of a lease (ms); each recorded batch renews it. Another server takes over the queue of a frozen one after it. */
export const LEASE_MS = 25_000
/** An attempt starts only with this much of the lease left (ms): the timeout of a send, and time to record it. */
const MIN_LEASE_LEFT_MS = 20_000
/** Shorter pauses are waited for with the lease held (ms): they are send intervals, not backoff. */
const SHORT_PAUSE_MS = 3500
/** The queue is released after this many batches, so that other queues get a turn. */
const MAX_BATCHES_PER_CLAIM = 100
/** Limit of the messages of a batch; one message can be larger. */
const MAX_BATCH_BYTES = 1024 * 1024
/** An attempt that cannot be recorded is retried this often, at this interval (ms). */
const RECORD_ATTEMPTS = 20
const RECORD_RETRY_MS = 2000

export type OnAttempt = (attempt: Attempt, result: AttemptResult, outcome: AttemptOutcome) => void

export interface QueueDeps {
  readonly store: Store
  readonly clock: Clock
  readonly deadlines: DeadlineClock
  readonly newId: Ids
  /** It sends only what is due: see `GroupContext`. */
  readonly isEnding?: boolean
  readonly sleep: Sleep
  /** 0 to below 1. */
  readonly jitter: () => number
  /** Never throws. */
  readonly send: (attempt: Attempt) => Promise<AttemptResult>
  /** Its `send` never throws. */
  readonly openPipeline: () => AlertPipeline
  /** By destination: see `SendWindow.unpipelined`. Kept from claim to claim. */
  readonly unpipelined: Map<string, number>
  /** Aborts when no new attempt may start. */
  readonly stopping: AbortSignal
  /** Aborts when attempts in progress are given up. */
  readonly abandoned: AbortSignal
  readonly report: (error: unknown) => void
  /** Called after an attempt is recorded. */
  readonly onAttempt: OnAttempt
}

/**
 * Sends the due deliveries of a claimed queue in order, records them in batches, then releases the queue. Returns the
 * number of attempts.
 * @param claimedAt when the claim was about to be written (ms of `clock.elapsed()`)
 */
export async function drainQueue(
  { destination_id: destinationId, claim_id }: DestinationQueueRow,
  claimedAt: number,
  deps: QueueDeps,
): Promise<number> {
  const { store, clock, deadlines, sleep, stopping, unpipelined, onAttempt } = deps
  const lease = { table: 'lanes', id: destinationId, claimId: claim_id ?? '' } as const
  let leaseEnds = claimedAt + LEASE_MS
  let attempts = 0
  let window: SendWindow | undefined
  let pipeline: AlertPipeline | undefined
  let receiver: DestinationRow | undefined
  let isReleased = false
  try {
    for (let batches = 0; !stopping.aborted && batches < MAX_BATCHES_PER_CLAIM; batches++) {
      if (leaseEnds - clock.elapsed() < MIN_LEASE_LEFT_MS) {
        leaseEnds = clock.elapsed() + LEASE_MS
        if (!(await store.write((db) => renew(db, lease, deadlines.now())))) return attempts
      }
      if (!(await groupWaiting(lease, deps))) return attempts
      const batch = await nextBatch(store.read, destinationId, { now: deadlines.now(), limit: window?.size ?? 1 })
      if (!batch) {
        await store.write((db) => postponeBehind(db, destinationId, deadlines.now()))
        break
      }
      // It came after the others were grouped.
      if (batch.attempts.some(isUngrouped)) continue
      const { destination } = batch
      const next = await withDigests(batch, lease, deps)
      if (!next) return attempts
      if (!window || !receiver || !isSameReceiver(receiver, destination)) {
        window = new SendWindow(destination.channel, unpipelined.get(destinationId))
        receiver = destination
        await pipeline?.close()
        pipeline = undefined
      }
      const startedAt = clock.elapsed()
      if (window.isPipelined) pipeline ??= deps.openPipeline()
      const ended = pipeline ? await sendTogether(next, pipeline, deps) : await sendInTurn(next, deps)
      attempts += ended.length
      window.adapt({
        sent: ended.length,
        accepted: ended.filter(({ result }) => result.state === 'SENT').length,
        isAnswered: ended.every(({ result }) => result.isUnanswered !== true),
        tookMs: clock.elapsed() - startedAt,
      })
      if (pipeline?.isUnsuitable()) window.stopPipelining()
      if (pipeline && !window.isPipelined) {
        await pipeline.close()
        pipeline = undefined
      }
      leaseEnds = clock.elapsed() + LEASE_MS
      const recorded = await record(destination, ended, lease, deps)
      if (!recorded) return attempts
      const { outcomes, now } = recorded
      isReleased = recorded.isReleased
      for (const [attempt, outcome] of outcomes) onAttempt(attempt, attempt.result, outcome)
      if (isReleased) break
      const last = [...outcomes.values()].at(-1)
      if (!last) continue
      const pause = last.queue.paused_until - now
      if (last.disablesDestination || last.queue.failures >= HELD_FROM || pause > SHORT_PAUSE_MS) break
      if (pause > 0) await sleep(pause, stopping)
    }
    return attempts
  } finally {
    if (window && window.unpipelined > 0) unpipelined.set(destinationId, window.unpipelined)
    else unpipelined.delete(destinationId)
    await pipeline?.close()
    if (!isReleased) await release(lease, deps)
  }
}

interface Batch {
  readonly destination: DestinationRow
  /** At least one. */
  readonly attempts: readonly Attempt[]
}

async function nextBatch(
  db: Db,
  destinationId: string,
  { now, limit }: { now: number; limit: number },
): Promise<Batch | undefined> {
  const destination = await findDestination(db, destinationId)
  if (destination?.state !== 'ACTIVE') return undefined
  const due = await nextDueDeliveries(db, destinationId, { now, earlyAttempts: EARLY_ATTEMPTS, limit })
  const events = await alertEventsWithin(
    db,
    due.map((delivery) => delivery.event_id),
    MAX_BATCH_BYTES,
  )
  const eventById = new Map(events.map((event) => [event.id, event]))
  const attempts = due.flatMap((delivery) => {
    const event = eventById.get(delivery.event_id)
    return event ? [{ delivery, event, destination }] : []
  })
  return attempts.length === 0 ? undefined : { destination, attempts }
}

/** Adds pending deliveries to digests, where there are many. False when another process has claimed the queue. */
async function groupWaiting(
  lease: Lease<'lanes'>,
  { store, deadlines, newId, isEnding = false }: QueueDeps,
): Promise<boolean> {
  const destination = await findDestination(store.read, lease.id)
  if (destination?.state !== 'ACTIVE' || !(await hasUngrouped(store.read, destination))) return true
  for (;;) {
    const grouped = await store.write(async (db) => {
      const now = deadlines.now()
      if (!(await renew(db, lease, now))) return undefined
      return { hasMore: await groupDeliveries(db, destination, { now, newId, isEnding }) }
    })
    if (grouped?.hasMore !== true) return grouped !== undefined
  }
}

/** The attempts of a batch; digests that still collect are closed. Undefined when another process has claimed the queue. */
async function withDigests(
  { destination, attempts }: Batch,
  lease: Lease<'lanes'>,
  { store, deadlines }: QueueDeps,
): Promise<readonly Attempt[] | undefined> {
  if (!attempts.some(({ event }) => isOpenDigest(event))) return attempts
  return store.write(async (db) => {
    const now = deadlines.now()
    if (!(await renew(db, lease, now))) return undefined
    const closed: Attempt[] = []
    for (const attempt of attempts) {
      const { delivery, event } = attempt
      const isOpen = isOpenDigest(event)
      const about = { deliveryId: delivery.id, event, destinationId: destination.id }
      closed.push(isOpen ? { ...attempt, event: await closeDigest(db, about, now) } : attempt)
    }
    return closed
  })
}

interface RecordedBatch {
  readonly outcomes: Map<EndedAttempt, AttemptOutcome>
  /** ms since 1970. */
  readonly now: number
  readonly isReleased: boolean
}

/** Sends until one is not accepted or the receiver asks for a pause; the rest of the batch is read again. */
async function sendInTurn(attempts: readonly Attempt[], { clock, send, stopping }: QueueDeps): Promise<EndedAttempt[]> {
  const ended: EndedAttempt[] = []
  const last = clock.elapsed() + MAX_BATCH_MS
  for (const attempt of attempts) {
    if (ended.length > 0 && (stopping.aborted || clock.elapsed() > last)) break
    const startedAt = clock.now()
    const result = await send(attempt)
    ended.push({ ...attempt, result, startedAt })
    if (result.state !== 'SENT' || result.retryAfterMs !== undefined) break
  }
  return ended
}

/**
 * Sends the whole batch without waiting for responses. The first failure counts if the receiver answered it; if not, the
 * batch is sent again one after the other, which shows what was wrong. Those behind it do not count.
 */
async function sendTogether(
  attempts: readonly Attempt[],
  pipeline: AlertPipeline,
  { clock }: QueueDeps,
): Promise<EndedAttempt[]> {
  const startedAt = clock.now()
  const results = await Promise.all(attempts.map((attempt) => pipeline.send(attempt)))
  const longest = Math.max(0, ...results.map(({ retryAfterMs = 0 }) => retryAfterMs))
  const failure = results.findIndex(({ state }) => state !== 'SENT')
  return results.map((result, index) => ({
    ...(attempts[index] as Attempt),
    result: index === failure && longest > 0 ? { ...result, retryAfterMs: longest } : result,
    startedAt,
    isBehindFailure: failure !== -1 && (index > failure || (index === failure && result.isUnanswered === true)),
  }))
}

/**
 * With the last one that is due, the queue is released: most alerts are alone, and each commit is a sync of the disk. Retries
 * when the database fails: attempts that are not recorded would be sent again.
 */
async function record(
  destination: DestinationRow,
  ended: readonly EndedAttempt[],
  lease: Lease<'lanes'>,
  { store, deadlines, jitter, newId, sleep, report, abandoned }: QueueDeps,
): Promise<RecordedBatch | undefined> {
  const context = { lease, jitter: jitter(), newId }
  for (let count = 1; ; count++) {
    try {
      return await store.write(async (db) => {
        // Read in the transaction: deadlines are not moved between this and the commit.
        const now = deadlines.now()
        const outcomes = await recordAttempts(db, destination, ended, { ...context, now, leaseUntil: now + LEASE_MS })
        if (!outcomes) return undefined
        const due = await nextDueDeliveries(db, destination.id, { now, earlyAttempts: EARLY_ATTEMPTS, limit: 1 })
        const isReleased = due.length === 0
        if (isReleased) await releaseLease(db, lease, now)
        return { outcomes, now, isReleased }
      })
    } catch (error) {
      if (count === RECORD_ATTEMPTS || abandoned.aborted) throw error
      report(error)
      await sleep(RECORD_RETRY_MS, abandoned)
    }
  }
}

/** Undefined when another process has claimed the queue. */
function renew(db: Db, lease: Lease<'lanes'>, now: number) {
  return updateLeased(db, lease, { lease_until: now + LEASE_MS })
}

/** A queue that cannot be released is free when its lease ends. */
async function release(lease: Lease<'lanes'>, deps: QueueDeps): Promise<void> {
  try {
    await deps.store.write((db) => releaseLease(db, lease, deps.deadlines.now()))
  } catch (error) {
    deps.report(error)
  }
}

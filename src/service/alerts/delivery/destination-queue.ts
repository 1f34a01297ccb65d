import type { Sleep } from '../../../shared/sleep.ts'
import type { Clock, Ids } from '../../runtime/deps.ts'
import { findAlertEvent } from '../../store/repositories/alert-events.ts'
import { nextDue } from '../../store/repositories/deliveries.ts'
import { releaseQueue, renewQueue } from '../../store/repositories/destination-queues.ts'
import { findDestination } from '../../store/repositories/destinations.ts'
import type { AlertEventRow, Db, DeliveryRow, DestinationQueueRow, DestinationRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { SendResult } from '../channels/channel.ts'
import type { Outcome } from './attempt-outcome.ts'
import { recordAttempt } from './record-attempt.ts'
import { TRIES_IN_ORDER } from './schedule.ts'

/** How long a claim holds; every recorded try renews it (ms). Three times what a send may take. */
export const LEASE_MS = 60_000
/** A send needs so much of the lease. */
const SEND_NEEDS_MS = 30_000
/** Pauses up to this long are waited out with the lane in hand: the pace of a channel, never a failure. */
const SHORT_PAUSE_MS = 3500
/** After so many tries others get their turn. */
const MOST_TRIES = 100
/** What was sent is worth writing down: so often, with so much time between (ms). */
const RECORD_TRIES = 20
const RECORD_PAUSE_MS = 2000

export interface Due {
  readonly delivery: DeliveryRow
  readonly event: AlertEventRow
  readonly destination: DestinationRow
}

/** A try that is written down. */
export interface Told extends Due {
  readonly result: SendResult
  readonly outcome: Outcome
}

export interface QueueDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: Ids
  readonly sleep: Sleep
  /** 0 to below 1. */
  readonly chance: () => number
  /** One try. What goes wrong is an answer. */
  readonly send: (due: Due) => Promise<SendResult>
  /** Aborts when nothing more is to be begun. */
  readonly stopping: AbortSignal
  /** Aborts when nothing is waited for any more. */
  readonly abandoned: AbortSignal
  readonly report: (error: unknown) => void
  readonly onTry: (told: Told) => void
}

/** Sends what is due on a lane that was claimed, one at a time, and lets go of it. Answers how many were tried. */
export async function drainQueue(
  { destination_id: destinationId, claim_id }: DestinationQueueRow,
  work: QueueDeps,
): Promise<number> {
  const claimId = claim_id ?? ''
  let leaseUntil = work.clock.now() + LEASE_MS
  let tries = 0
  try {
    while (!work.stopping.aborted && tries < MOST_TRIES) {
      if (leaseUntil - work.clock.now() < SEND_NEEDS_MS) {
        leaseUntil = work.clock.now() + LEASE_MS
        const renewal = { destinationId, claimId, leaseUntil }
        if (!(await work.store.write((db) => renewQueue(db, renewal)))) return tries
      }
      const due = await readDue(work.store.read, destinationId, work.clock.now())
      if (!due) break
      const startedAt = work.clock.now()
      const result = await work.send(due)
      tries += 1
      leaseUntil = work.clock.now() + LEASE_MS
      const outcome = await record(due, { claimId, result, startedAt, leaseUntil }, work)
      if (!outcome) return tries
      work.onTry({ ...due, result, outcome })
      const pause = outcome.lane.paused_until - work.clock.now()
      if (outcome.disables || outcome.lane.failures > 0 || pause > SHORT_PAUSE_MS) break
      if (pause > 0) await work.sleep(pause, work.stopping)
    }
    return tries
  } finally {
    await release({ destinationId, claimId }, work)
  }
}

async function readDue(db: Db, destinationId: string, now: number): Promise<Due | undefined> {
  const destination = await findDestination(db, destinationId)
  if (destination?.state !== 'ACTIVE') return undefined
  const delivery = await nextDue(db, destinationId, { now, patience: TRIES_IN_ORDER })
  const event = delivery && (await findAlertEvent(db, delivery.event_id))
  return delivery && event && { delivery, event, destination }
}

interface Sent {
  readonly claimId: string
  readonly result: SendResult
  readonly startedAt: number
  readonly leaseUntil: number
}

/** A receiver that was told must not be told again because the disk was full for a moment. */
async function record({ delivery, destination }: Due, sent: Sent, work: QueueDeps): Promise<Outcome | undefined> {
  const { store, clock, chance, newId, sleep, report, abandoned } = work
  const tried = { ...sent, deliveryId: delivery.id, destination, now: clock.now(), chance: chance() }
  for (let count = 1; ; count++) {
    try {
      return await store.write((db) => recordAttempt(db, tried, newId))
    } catch (error) {
      if (count === RECORD_TRIES || abandoned.aborted) throw error
      report(error)
      await sleep(RECORD_PAUSE_MS, abandoned)
    }
  }
}

/** A lane that cannot be let go of is free when its lease ends. */
async function release(held: { destinationId: string; claimId: string }, work: QueueDeps): Promise<void> {
  try {
    await work.store.write((db) => releaseQueue(db, { ...held, now: work.clock.now() }))
  } catch (error) {
    work.report(error)
  }
}

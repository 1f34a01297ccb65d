import { isSameReceiver } from '../../destinations/secrets.ts'
import type { Ids } from '../../runtime/deps.ts'
import { confirmAlertEvent } from '../../store/repositories/alert-events.ts'
import { recordChange } from '../../store/repositories/audit.ts'
import { findDelivery, insertAttempt, updateDelivery } from '../../store/repositories/deliveries.ts'
import { renewLease, updateQueue } from '../../store/repositories/destination-queues.ts'
import { disableDestination, findDestination, noteDestinationError } from '../../store/repositories/destinations.ts'
import type { Db, DestinationRow } from '../../store/schema.ts'
import type { AttemptResult } from '../channels/channel.ts'
import { type Attempt, type AttemptOutcome, attemptOutcome, outcomeOfFormerReceiver } from './attempt-outcome.ts'

export interface RecordContext {
  readonly claimId: string
  readonly leaseUntil: number
  /** When the attempt started and ended, ms since 1970. */
  readonly startedAt: number
  readonly now: number
  readonly jitter: number
  readonly newId: Ids
}

/**
 * Records an attempt in the caller's transaction, and renews the lease. Undefined when another process has claimed the
 * queue since: then it records nothing.
 */
export async function recordAttempt(
  db: Db,
  { delivery: { id }, destination }: Attempt,
  result: AttemptResult,
  { claimId, leaseUntil, startedAt, now, jitter, newId }: RecordContext,
): Promise<AttemptOutcome | undefined> {
  const queue = await renewLease(db, { destinationId: destination.id, claimId, leaseUntil })
  const delivery = queue && (await findDelivery(db, id))
  if (!queue || !delivery) return undefined
  const current = await findDestination(db, destination.id)
  const isCurrent = current !== undefined && isSameReceiver(destination, current)
  const outcome = isCurrent
    ? attemptOutcome({ result, delivery, queue, destination, now, jitter })
    : outcomeOfFormerReceiver({ result, delivery, queue })
  await updateDelivery(db, id, { ...outcome.delivery, updated_at: now })
  await insertAttempt(db, {
    delivery_id: id,
    number: outcome.delivery.attempts,
    at: startedAt,
    latency_ms: Math.max(0, Math.round(result.latencyMs)),
    state: result.state,
    error_message: result.errorMessage,
    claim_id: claimId,
  })
  await updateQueue(db, destination.id, outcome.queue)
  if (result.state === 'SENT') await confirmAlertEvent(db, delivery.event_id, now)
  if (outcome.disablesDestination) await disable(db, destination, result, { now, newId })
  else if (isCurrent) await noteDestinationError(db, destination.id, result.errorMessage)
  return outcome
}

async function disable(
  db: Db,
  destination: DestinationRow,
  result: AttemptResult,
  { now, newId }: Pick<RecordContext, 'now' | 'newId'>,
): Promise<void> {
  const errorMessage = `switched off: ${result.errorMessage}`
  await disableDestination(db, destination.id, errorMessage)
  const { id, name, state } = destination
  await recordChange(db, { newId, now, actor: 'courier' }, 'destination.disable', id, {
    before: { name, state },
    after: { name, state: 'INACTIVE', errorMessage },
  })
}

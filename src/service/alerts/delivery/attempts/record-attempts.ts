import { isSameReceiver } from '../../../destinations/secrets.ts'
import type { Ids } from '../../../runtime/deps.ts'
import { confirmAlertEvents } from '../../../store/repositories/alert-events.ts'
import { recordChange } from '../../../store/repositories/audit.ts'
import { deliveriesById, insertAttempt, updateDeliveries } from '../../../store/repositories/deliveries.ts'
import { eventsInDigests } from '../../../store/repositories/delivery-groups.ts'
import { updateQueue } from '../../../store/repositories/destination-queues.ts'
import { disableDestination, findDestination, noteDestinationError } from '../../../store/repositories/destinations.ts'
import { type Lease, updateLeased } from '../../../store/repositories/leases.ts'
import type { Db, DeliveryRow, DestinationRow } from '../../../store/schema/schema.ts'
import type { AttemptResult } from '../../channels/channel.ts'
import { type Attempt, type AttemptOutcome, attemptOutcome, uncountedOutcome } from './attempt-outcome.ts'

/** An attempt that ended. */
export interface EndedAttempt extends Attempt {
  readonly result: AttemptResult
  /** When it started, ms since 1970. */
  readonly startedAt: number
  /** In a pipeline: a failure ahead of it says all about the receiver. */
  readonly isBehindFailure?: boolean
}

export interface AttemptContext {
  readonly lease: Lease<'lanes'>
  readonly leaseUntil: number
  readonly now: number
  readonly jitter: number
  readonly newId: Ids
}

interface Recorded {
  readonly attempt: EndedAttempt
  readonly delivery: DeliveryRow
  readonly outcome: AttemptOutcome
}

/**
 * Records the attempts of one batch to a destination in the caller's transaction, in their order, and renews the lease.
 * Returns their outcomes; a delivery that was deleted meanwhile has none. Undefined when another process has claimed the
 * queue since: then it records nothing.
 */
export async function recordAttempts(
  db: Db,
  destination: DestinationRow,
  attempts: readonly EndedAttempt[],
  { lease, leaseUntil, now, jitter, newId }: AttemptContext,
): Promise<Map<EndedAttempt, AttemptOutcome> | undefined> {
  const queue = await updateLeased(db, lease, { lease_until: leaseUntil })
  if (!queue) return undefined
  const deliveries = await deliveriesById(
    db,
    attempts.map(({ delivery }) => delivery.id),
  )
  const current = await findDestination(db, destination.id)
  const isCurrent = current !== undefined && isSameReceiver(destination, current)
  const recorded: Recorded[] = []
  let health = queue
  for (const attempt of attempts) {
    const delivery = deliveries.get(attempt.delivery.id)
    if (!delivery) continue
    const input = { result: attempt.result, delivery, queue: health, destination, now, jitter }
    // Behind a failure in a pipeline, an accepted message still shows that the receiver works.
    const isCounted = isCurrent && (attempt.isBehindFailure !== true || attempt.result.state === 'SENT')
    const outcome = isCounted ? attemptOutcome(input) : uncountedOutcome(input)
    health = { ...health, ...outcome.queue }
    recorded.push({ attempt, delivery, outcome })
  }
  await updateAlike(db, recorded, now)
  for (const { attempt, outcome } of recorded) await insertAttempt(db, rowOf(attempt, outcome, lease.claimId))
  const { paused_until, closed_until, failures, failing_since } = health
  await updateQueue(db, destination.id, { paused_until, closed_until, failures, failing_since })
  await confirmAlertEvents(db, await acceptedEvents(db, recorded), now)
  const last = recorded.filter(({ attempt }) => !attempt.isBehindFailure).at(-1)
  const end = recorded.find(({ outcome }) => outcome.disablesDestination)
  if (end) await disable(db, destination, end.attempt.result, { now, newId })
  else if (isCurrent && last) await noteDestinationError(db, destination.id, last.attempt.result.errorMessage)
  return new Map(recorded.map(({ attempt, outcome }) => [attempt, outcome]))
}

/** The events that the receiver accepted; of a digest, those that it stands for. */
async function acceptedEvents(db: Db, recorded: readonly Recorded[]): Promise<string[]> {
  const accepted = recorded.filter(({ attempt }) => attempt.result.state === 'SENT')
  const digests = accepted.filter(({ attempt }) => attempt.event.kind === 'group')
  const grouped = await eventsInDigests(
    db,
    digests.map(({ delivery }) => delivery.id),
  )
  return [...accepted.filter((each) => !digests.includes(each)).map(({ delivery }) => delivery.event_id), ...grouped]
}

/** Updates deliveries whose outcomes are the same in one statement: usually all are sent at the first attempt. */
async function updateAlike(db: Db, recorded: readonly Recorded[], now: number): Promise<void> {
  const alike = new Map<string, { readonly ids: string[]; readonly changes: Partial<AttemptOutcome['delivery']> }>()
  for (const { delivery, outcome } of recorded) {
    const { due_at, ...changes } = outcome.delivery
    const changed = due_at === delivery.due_at ? changes : { ...changes, due_at }
    const key = JSON.stringify(changed)
    const group = alike.get(key)
    if (group) group.ids.push(delivery.id)
    else alike.set(key, { ids: [delivery.id], changes: changed })
  }
  for (const { ids, changes } of alike.values()) await updateDeliveries(db, ids, { ...changes, updated_at: now })
}

function rowOf({ delivery, result, startedAt }: EndedAttempt, outcome: AttemptOutcome, claimId: string) {
  return {
    delivery_id: delivery.id,
    number: outcome.delivery.attempts,
    at: startedAt,
    latency_ms: Math.max(0, Math.round(result.latencyMs)),
    state: result.state,
    error_message: result.errorMessage,
    claim_id: claimId,
  }
}

async function disable(
  db: Db,
  destination: DestinationRow,
  result: AttemptResult,
  { now, newId }: Pick<AttemptContext, 'now' | 'newId'>,
): Promise<void> {
  const errorMessage = `switched off: ${result.errorMessage}`
  await disableDestination(db, destination.id, errorMessage)
  const { id, name, state } = destination
  await recordChange(db, { newId, now, actor: 'courier' }, 'destination.disable', id, {
    before: { name, state },
    after: { name, state: 'INACTIVE', errorMessage },
  })
}

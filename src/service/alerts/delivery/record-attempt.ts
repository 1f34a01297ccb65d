import type { Ids } from '../../runtime/deps.ts'
import { confirmAlertEvent } from '../../store/repositories/alert-events.ts'
import { insertAudit } from '../../store/repositories/audit.ts'
import { findDelivery, insertAttempt, updateDelivery } from '../../store/repositories/deliveries.ts'
import { renewQueue, updateQueue } from '../../store/repositories/destination-queues.ts'
import { disableDestination, findDestination, noteDestinationError } from '../../store/repositories/destinations.ts'
import type { Db, DestinationRow } from '../../store/schema.ts'
import type { SendResult } from '../channels/channel.ts'
import { type Outcome, outcomeElsewhere, outcomeOf } from './attempt-outcome.ts'

export interface Try {
  readonly deliveryId: string
  /** As it was when the message left. */
  readonly destination: DestinationRow
  readonly claimId: string
  readonly result: SendResult
  /** When the message left, and when its fate was known (ms). */
  readonly startedAt: number
  readonly now: number
  readonly leaseUntil: number
  readonly chance: number
}

/**
 * Writes down a try and all that follows from it, in the caller's transaction; undefined when the lane is somebody
 * else's by now: then nothing is written, and nothing counted.
 */
export async function recordAttempt(db: Db, tried: Try, newId: Ids): Promise<Outcome | undefined> {
  const { deliveryId, destination, claimId, result, startedAt, now, leaseUntil, chance } = tried
  const lane = await renewQueue(db, { destinationId: destination.id, claimId, leaseUntil })
  const delivery = lane && (await findDelivery(db, deliveryId))
  if (!lane || !delivery) return undefined
  const isThere = isSamePlace(destination, await findDestination(db, destination.id))
  const tell = isThere ? outcomeOf : outcomeElsewhere
  const outcome = tell({ result, delivery, lane, destination, now, chance })
  await updateDelivery(db, delivery.id, { ...outcome.delivery, updated_at: now })
  await insertAttempt(db, {
    delivery_id: delivery.id,
    number: outcome.delivery.attempts,
    at: startedAt,
    latency_ms: Math.max(0, Math.round(result.latencyMs)),
    state: result.state,
    error_message: result.errorMessage,
    claim_id: claimId,
  })
  await updateQueue(db, destination.id, outcome.lane)
  if (result.state === 'SENT') await confirmAlertEvent(db, delivery.event_id, now)
  if (outcome.disables) await disable(db, tried, newId)
  else if (isThere) await noteDestinationError(db, destination.id, result.errorMessage)
  return outcome
}

/**
 * Its owner may have given it another address while this was on its way to the old one. What did not change keeps its
 * sealed text.
 */
function isSamePlace(before: DestinationRow, now: DestinationRow | undefined): boolean {
  const isSame = (...members: readonly (keyof DestinationRow)[]) =>
    members.every((name) => now?.[name] === before[name])
  return isSame('channel', 'sealed_webhook_url', 'chat_id') && (before.channel !== 'TELEGRAM' || isSame('sealed_token'))
}

async function disable(db: Db, { destination, result, now }: Try, newId: Ids): Promise<void> {
  const errorMessage = `switched off: ${result.errorMessage}`
  await disableDestination(db, destination.id, errorMessage)
  await insertAudit(db, {
    id: newId(),
    at: now,
    actor: 'courier',
    action: 'destination.disable',
    resource_id: destination.id,
    before: JSON.stringify({ name: destination.name, state: destination.state }),
    after: JSON.stringify({ name: destination.name, state: 'INACTIVE', errorMessage }),
  })
}

import type { Ids } from '../../runtime/deps.ts'
import { insertAlertEvent, insertDeliveries } from '../../store/repositories/alert-events.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { destinationsOf } from '../../store/repositories/destinations.ts'
import type { Db } from '../../store/schema.ts'
import type { EventContent } from '../delivery/event-content.ts'

export interface NewEvent {
  readonly alert: StoredAlert
  readonly svcTxId: string
  readonly content: EventContent
}

/**
 * Puts what an alert has to tell into the outbox, one delivery a destination, in the caller's transaction: with the verdict
 * it comes or not at all. Each (alert, transaction) once; answers whether it was new. A destination that is switched off gets
 * a cancelled delivery, so that the log says why nobody was told.
 */
export async function enqueue(
  db: Db,
  { alert, svcTxId, content }: NewEvent,
  { now, newId }: { now: number; newId: Ids },
): Promise<boolean> {
  const id = newId()
  const isNew = await insertAlertEvent(db, {
    id,
    alert_id: alert.id,
    alert_name: alert.name,
    alert_type: alert.type,
    svc_tx_id: svcTxId,
    content: JSON.stringify(content),
    created_at: now,
    confirmed_at: null,
  })
  if (!isNew) return false
  const destinations = await destinationsOf(db, alert.destinationIds)
  await insertDeliveries(
    db,
    destinations.map((destination) => {
      const isActive = destination.state === 'ACTIVE'
      return {
        id: newId(),
        event_id: id,
        alert_id: alert.id,
        destination_id: destination.id,
        destination_name: destination.name,
        channel: destination.channel,
        state: isActive ? 'PENDING' : 'CANCELLED',
        due_at: now,
        attempts: 0,
        uncounted: 0,
        error_message: isActive ? '' : 'the destination was inactive when the alert matched',
        created_at: now,
        updated_at: now,
      }
    }),
  )
  return true
}

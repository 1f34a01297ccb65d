import { filterOf } from '../../records/alert-filter.ts'
import type { Ids } from '../../runtime/deps.ts'
import { insertAlertEvent, insertDeliveries } from '../../store/repositories/alert-events.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { destinationsOf } from '../../store/repositories/destinations.ts'
import type { AlertRow, Db } from '../../store/schema.ts'
import type { EventContent } from '../delivery/event-content.ts'
import { alertIndexOf } from './alert-index.ts'
import { buildEvent, type Validated } from './build-event.ts'
import type { Matchable } from './match.ts'
import { buildMatchInput } from './match-input.ts'

export interface EnqueueContext {
  /** The transaction that stores the verdict: the alerts commit with it or not at all. */
  readonly db: Db
  /** Time of the request (ms). */
  readonly now: number
  readonly newId: Ids
  /** Wakes the courier after the commit. */
  wake(): void
}

/**
 * Adds an event with its deliveries to the outbox for each alert that matches the transaction.
 * @param alerts active ones of all types
 * @param monitored the monitored addresses that the transaction touches: then MONITOR alerts fire instead of the product's
 */
export async function enqueueAlerts(
  alerts: readonly StoredAlert[],
  validated: Validated,
  context: EnqueueContext,
  monitored?: EventContent['monitored'],
): Promise<void> {
  if (alerts.length === 0) return
  const { row, result } = validated
  const type = monitored ? 'MONITOR' : row.product
  const input = buildMatchInput(row, result, monitored)
  for (const alert of alertIndexOf(alerts).find(type, input)) {
    const content = buildEvent(alert, validated, monitored)
    const isNew = await enqueueEvent(alert, row.id, content, context)
    if (isNew) context.wake()
  }
}

/**
 * Adds one event with a delivery for each destination; false when the alert already has an event for the transaction. An
 * inactive destination gets a cancelled delivery, so that the log shows why nothing was sent.
 */
export async function enqueueEvent(
  alert: StoredAlert,
  svcTxId: string,
  content: EventContent,
  { db, now, newId }: Pick<EnqueueContext, 'db' | 'now' | 'newId'>,
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

export function toMatchable(row: Pick<AlertRow, 'type' | 'filter' | 'on_no_data'>): Matchable {
  return { type: row.type, filter: filterOf(row) }
}

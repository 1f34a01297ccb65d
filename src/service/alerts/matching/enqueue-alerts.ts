import type { TransactionFilter } from '../../../api/schemas/alert.ts'
import type { Ids } from '../../runtime/deps.ts'
import { destinationIdsOf } from '../../store/repositories/alerts.ts'
import type { AlertRow, Db } from '../../store/schema.ts'
import type { EventContent } from '../delivery/event-content.ts'
import { buildEvent, type Validated } from './build-event.ts'
import { type Matchable, matchAlert } from './match.ts'
import { buildMatchInput } from './match-input.ts'
import { enqueue } from './outbox.ts'

export interface EnqueueContext {
  /** The transaction that the alerts are part of. */
  readonly db: Db
  /** Time of the request (ms). */
  readonly now: number
  readonly newId: Ids
  /** Wakes the courier after the commit. */
  wake(): void
}

/**
 * Puts an event into the outbox for each alert that fires on the transaction, in the caller's transaction, and has the
 * courier woken once that is committed.
 * @param alerts active ones, of the type that is due
 * @param monitored of MONITOR alerts: the monitored addresses that the transaction touches
 */
export async function enqueueAlerts(
  alerts: readonly AlertRow[],
  validated: Validated,
  { db, now, newId, wake }: EnqueueContext,
  monitored?: EventContent['monitored'],
): Promise<void> {
  if (alerts.length === 0) return
  const { row, result } = validated
  const facts = buildMatchInput(row, result, monitored)
  for (const alert of alerts) {
    if (!matchAlert(toMatchable(alert), facts).matched) continue
    const content = buildEvent(alert, validated, monitored)
    const destinationIds = await destinationIdsOf(db, alert.id)
    const isNew = await enqueue(db, { alert: { ...alert, destinationIds }, svcTxId: row.id, content }, { now, newId })
    if (isNew) wake()
  }
}

export function toMatchable({ type, filter }: Pick<AlertRow, 'type' | 'filter'>): Matchable {
  return { type, filter: JSON.parse(filter) as TransactionFilter }
}

/** Whether an alert looks at what may be lost. */
export function asksForLoss(alert: AlertRow): boolean {
  const { filter } = toMatchable(alert)
  return filter.fromTotalLoss != null || filter.toTotalLoss != null
}

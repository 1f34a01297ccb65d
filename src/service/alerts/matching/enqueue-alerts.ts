import { filterOf } from '../../records/alert-filter.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { AlertRow, Db } from '../../store/schema.ts'
import type { EventContent } from '../delivery/event-content.ts'
import { enqueueFanOut } from '../delivery/plan-deliveries.ts'
import { alertIndexOf } from './alert-index.ts'
import { buildContent, type Validated } from './build-event.ts'
import type { Matchable } from './match.ts'
import { buildMatchInput } from './match-input.ts'

export interface EnqueueContext {
  /** The transaction that stores the verdict: the alerts commit with it or not at all. */
  readonly db: Db
  /** Of the `DeadlineClock`: destinations get deliveries in the order of these times, also after the wall clock is set. */
  readonly deadlineNow: number
  readonly newId: Ids
  /** Wakes the courier after the commit. */
  wake(): void
}

/**
 * Adds the alerts that match the transaction to the outbox.
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
  const fired = alertIndexOf(alerts).find(type, buildMatchInput(row, result, monitored))
  if (fired.length === 0) return
  const content = buildContent(validated, monitored)
  const { db, deadlineNow: now, newId } = context
  const fanOut = { svcTxId: row.id, content, alerts: fired, matchedAt: now }
  if (await enqueueFanOut(db, fanOut, { now, newId })) context.wake()
}

export function toMatchable(row: Pick<AlertRow, 'type' | 'filter' | 'on_no_data'>): Matchable {
  return { type: row.type, filter: filterOf(row) }
}

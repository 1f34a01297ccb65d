import { filterOf } from '../../records/alert-filter.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { AlertRow, Db, EventSubject } from '../../store/schema/schema.ts'
import { enqueueFanOut, type FanOut } from '../delivery/plan-deliveries.ts'
import { alertIndexOf } from './alert-index.ts'
import { buildContent, type Validated } from './build-event.ts'
import type { Matchable } from './match.ts'
import { buildMatchInput, isListed } from './match-input.ts'

export interface EnqueueContext {
  /** The transaction that stores the verdict: the alerts commit with it or not at all. */
  readonly db: Db
  /** Time of the `DeadlineClock` (ms): destinations get deliveries in this order, also after the wall clock is set. */
  readonly deadlineNow: number
  readonly newId: Ids
  /** Wakes the courier after the commit. */
  wake(): void
}

/**
 * Adds the alerts that match a verdict to the outbox.
 * @param alerts active ones of all types
 * @param round of the verdict, as in `aboutValidation`
 */
export async function enqueueAlerts(
  alerts: readonly StoredAlert[],
  validated: Validated,
  context: EnqueueContext,
  round?: number,
): Promise<void> {
  if (alerts.length === 0) return
  const { row, result } = validated
  const fired = alertIndexOf(alerts).find(row.product, buildMatchInput(row, result))
  if (fired.length === 0) return
  const content = buildContent(validated)
  const about = aboutValidation(row.id, round)
  await enqueue({ about, content, isListed: isListed(result), alerts: fired }, context)
}

/** Adds alerts that fired to the outbox. */
export async function enqueue(fired: Omit<FanOut, 'matchedAt'>, context: EnqueueContext): Promise<void> {
  const { db, deadlineNow: now, newId } = context
  if (await enqueueFanOut(db, { ...fired, matchedAt: now }, { now, newId })) context.wake()
}

export function toMatchable(row: Pick<AlertRow, 'type' | 'filter' | 'on_no_data' | 'chain_filter'>): Matchable {
  return { type: row.type, filter: filterOf(row) }
}

/** A verdict. @param round 0: the first one of a validation; of a later one that is worse: its rank */
export function aboutValidation(svcTxId: string, round = 0): EventSubject {
  return { svc_tx_id: svcTxId, subject: svcTxId, step: '', round, kind: null }
}

/** A transaction of a chain, whether it was reported or seen: alerts fire for it once. @param hash lower case */
export function transactionSubject(chainId: string, hash: string): string {
  return `${chainId}:${hash}`
}

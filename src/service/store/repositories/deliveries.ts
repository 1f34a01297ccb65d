import { type ExpressionBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, DeliveryAttemptRow, DeliveryRow, Schema } from '../schema/schema.ts'
import { cachedInsert, filledUp } from './cached-query.ts'
import { newestFirst, type PageOrder } from './cursor.ts'
import { isDue } from './due-time.ts'
import { type CountedPage, countAll, readCountedPage, unindexed } from './page.ts'
import { finder, hasRow, rowsWith, unknownIn, updateRows } from './rows.ts'

const ORDER: PageOrder = {
  columns: { createdAt: 'created_at', updatedAt: 'updated_at', id: 'id' },
  numbers: ['created_at', 'updated_at'],
  tieBreak: ['created_at', 'id'],
  byDefault: newestFirst('createdAt'),
}

/** A literal, because the partial index of pending deliveries is not used with a parameter. */
export const PENDING = sql.lit<'PENDING'>('PENDING')

/** It waits, by itself or in a digest. */
export const isUnsent = sql<boolean>`(deliveries.state = 'PENDING' or exists (select 1 from deliveries as digest
  where digest.id = deliveries.group_id and digest.state = 'PENDING'))`

/** The due time of what is due as soon as it is stored: later than no clock. */
export const DUE_NOW = 0

export const findDelivery = finder('deliveries', 'id')

/** Those that exist, by id. */
export async function deliveriesById(db: Db, ids: readonly string[]): Promise<Map<string, DeliveryRow>> {
  const rows = await db.selectFrom('deliveries').selectAll().where('id', 'in', filledUp(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The next deliveries to send: of those that are due the most severe, and of these the oldest. Those with `earlyAttempts` counted attempts come after the others, so
 * that a message that always fails does not delay them. A further message about a transaction (retracted, included again)
 * is not due while an earlier one about it is pending.
 */
export async function nextDueDeliveries(
  db: Db,
  destinationId: string,
  { now, earlyAttempts, limit }: { now: number; earlyAttempts: number; limit: number },
): Promise<DeliveryRow[]> {
  const due = rowsWith(db, 'deliveries', { destination_id: destinationId })
    .where('state', '=', PENDING)
    // `+ 0` excludes the index of due times, so that the index in the order of `severity` is used.
    .where(isDue(sql<number>`(due_at + 0)`, now))
    .where((e) => e.not(e.exists(earlierStep(e).select('earlier.id'))))
    .orderBy('severity', 'desc')
    .orderBy('created_at')
    .orderBy('id')
  const ordered = await due.where(sql<number>`attempts - uncounted`, '<', earlyAttempts).limit(limit).execute()
  return ordered.length > 0 ? ordered : due.limit(1).execute()
}

/** Longest time until a delivery behind an earlier step is looked at again (ms): the earlier one can be retried by hand. */
const BEHIND_MS = 60_000

/**
 * Postpones the deliveries that are due but behind an earlier step, to when that one is due: a queue in which all are
 * behind one has nothing to send.
 */
export async function postponeBehind(db: Db, destinationId: string, now: number): Promise<void> {
  const behind = await db
    .selectFrom('deliveries')
    .select([
      'id',
      (e) =>
        earlierStep(e)
          .select((f) => f.fn.max('sent.due_at').as('due'))
          .as('earlier'),
    ])
    .where('destination_id', '=', destinationId)
    .where('state', '=', PENDING)
    .where('due_at', '<=', now)
    .where((e) => e.exists(earlierStep(e).select('earlier.id')))
    .execute()
  for (const { id, earlier } of behind)
    await updateDeliveries(db, [id], { due_at: now + Math.min(Math.max(Number(earlier) - now, 1000), BEHIND_MS) })
}

/**
 * The deliveries of earlier steps of the same transaction to the same destination that are pending, by themselves or in a
 * digest. A verdict has no steps.
 */
function earlierStep({ selectFrom }: ExpressionBuilder<Schema, 'deliveries'>) {
  return selectFrom('alert_events as own')
    .innerJoin('alert_events as other', 'other.subject', 'own.subject')
    .innerJoin('deliveries as earlier', 'earlier.event_id', 'other.id')
    .innerJoin('deliveries as sent', (join) =>
      join.on((e) => e('sent.id', '=', e.fn.coalesce('earlier.group_id', 'earlier.id'))),
    )
    .whereRef('own.id', '=', 'deliveries.event_id')
    .where('own.step', '<>', '')
    .whereRef('earlier.destination_id', '=', 'deliveries.destination_id')
    .where('sent.state', '=', PENDING)
    .where(sql<boolean>`(earlier.created_at, earlier.id) < (deliveries.created_at, deliveries.id)`)
}

/** Makes the same changes to all given deliveries. */
export async function updateDeliveries(
  db: Db,
  ids: readonly string[],
  changes: Partial<Pick<DeliveryRow, 'state' | 'due_at' | 'attempts' | 'uncounted' | 'error_message' | 'updated_at'>>,
): Promise<void> {
  await db.updateTable('deliveries').set(changes).where('id', 'in', filledUp(ids)).execute()
}

export const insertAttempt = cachedInsert<DeliveryAttemptRow>('delivery_attempts')

/** Oldest first. */
export function attemptsOf(db: Db, deliveryId: string): Promise<DeliveryAttemptRow[]> {
  return rowsWith(db, 'delivery_attempts', { delivery_id: deliveryId }).orderBy('number').execute()
}

/** Combined with AND; times in ms. */
export interface DeliveryFilter {
  readonly state?: DeliveryRow['state'] | undefined
  readonly destinationId?: string | undefined
  readonly alertId?: string | undefined
  readonly svcTxId?: string | undefined
  /** The delivery of a digest: what it sends. */
  readonly groupId?: string | undefined
  /** Created at or after. */
  readonly since?: number | undefined
  /** Created before. */
  readonly until?: number | undefined
}

/** Newest first by default. */
export function pageOfDeliveries(
  db: Db,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<CountedPage<DeliveryRow>> {
  const { state, destinationId, alertId, svcTxId, groupId, since, until } = filter
  const matching = (walked: boolean) => {
    const created = walked ? unindexed('created_at', 0) : 'created_at'
    let fitting = db.selectFrom('deliveries')
    if (state !== undefined) fitting = fitting.where(walked ? unindexed('state', '') : 'state', '=', sql.lit(state))
    if (destinationId !== undefined)
      fitting = fitting.where(walked ? unindexed('destination_id', '') : 'destination_id', '=', destinationId)
    if (alertId !== undefined) fitting = fitting.where(walked ? unindexed('alert_id', '') : 'alert_id', '=', alertId)
    if (groupId !== undefined)
      fitting = fitting
        .where(walked ? unindexed('group_id', '') : 'group_id', '=', groupId)
        .where('state', '=', sql.lit('GROUPED'))
    if (since !== undefined) fitting = fitting.where(created, '>=', since)
    if (until !== undefined) fitting = fitting.where(created, '<', until)
    if (svcTxId !== undefined)
      fitting = fitting.where(
        'event_id',
        'in',
        db.selectFrom('alert_events').select('alert_events.id').where('svc_tx_id', '=', svcTxId),
      )
    return fitting
  }
  return readCountedPage(db, { matching, isIndexed: request.sort.length === 0 }, request, ORDER)
}

export interface RetryFilter extends Pick<DeliveryFilter, 'destinationId' | 'since' | 'until'> {
  readonly ids?: readonly string[] | undefined
}

/**
 * Makes the matching deliveries pending and due now, except sent ones, those that a digest sends, and those whose destination was
 * deleted. What a silence hid is sent only by its id.
 */
export async function retryDeliveries(
  db: Db,
  { ids, destinationId, since, until }: RetryFilter,
  now: number,
): Promise<{ destination_id: string }[]> {
  let update = db
    .updateTable('deliveries')
    .set({ state: 'PENDING', due_at: DUE_NOW, updated_at: now })
    .where('state', 'not in', ids === undefined ? ['SENT', 'GROUPED', 'SILENCED'] : ['SENT', 'GROUPED'])
    .where('destination_id', 'in', db.selectFrom('destinations').select('destinations.id'))
  if (ids !== undefined) update = update.where('id', 'in', ids)
  if (destinationId !== undefined) update = update.where('destination_id', '=', destinationId)
  if (since !== undefined) update = update.where('created_at', '>=', since)
  if (until !== undefined) update = update.where('created_at', '<', until)
  return update.returning('destination_id').execute()
}

/** Makes the pending deliveries of a destination due now. */
export async function makePendingDue(db: Db, destinationId: string, now: number): Promise<void> {
  await updateRows(db, 'deliveries', { destination_id: destinationId }, { due_at: DUE_NOW, updated_at: now })
    .where('state', '=', PENDING)
    .where('due_at', '>', now)
    .execute()
}

export const unknownDeliveries = unknownIn('deliveries')

export async function countPending(db: Db, destinationId: string): Promise<number> {
  return countAll(db.selectFrom('deliveries').where('destination_id', '=', destinationId).where('state', '=', PENDING))
}

export async function cancelPending(db: Db, destinationId: string, reason: string, now: number): Promise<void> {
  const changes = { state: 'CANCELLED', error_message: reason, updated_at: now } as const
  await updateRows(db, 'deliveries', { destination_id: destinationId }, changes).where('state', '=', PENDING).execute()
}

/** Only for active destinations: deliveries for inactive ones may stay pending forever. */
export async function isAnyPending(db: Db): Promise<boolean> {
  const waiting = db
    .selectFrom('destinations')
    .select('destinations.id')
    .where('destinations.state', '=', 'ACTIVE')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .whereRef('deliveries.destination_id', '=', 'destinations.id')
          .where('deliveries.state', '=', PENDING),
      ),
    )
  return hasRow(waiting)
}

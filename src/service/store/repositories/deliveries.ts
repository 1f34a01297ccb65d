import { sql } from 'kysely'
import type { PageRequest } from '../../../api/schemas/page.ts'
import type { Db, DeliveryAttemptRow, DeliveryRow } from '../schema.ts'
import type { PageOrder } from './cursor.ts'
import { isDue } from './due-time.ts'
import { type CountedPage, readCountedPage, unindexed } from './page.ts'

const ORDER: PageOrder = {
  columns: { createdAt: 'created_at', updatedAt: 'updated_at', id: 'id' },
  numbers: ['created_at', 'updated_at'],
  tieBreak: ['created_at', 'id'],
  byDefault: [
    { field: 'createdAt', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ],
}

/** As a literal: the index of pending ones serves only a query that names the state. */
export const PENDING = sql.lit<'PENDING'>('PENDING')

export function findDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  return db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * What has to be sent next on a lane: the oldest that is due. One that was tried `patience` times steps behind the
 * others, so that a message nobody can take does not stop them for ever.
 */
export async function nextDue(
  db: Db,
  destinationId: string,
  { now, patience }: { now: number; patience: number },
): Promise<DeliveryRow | undefined> {
  const due = db
    .selectFrom('deliveries')
    .selectAll()
    .where('destination_id', '=', destinationId)
    .where('state', '=', PENDING)
    // Added to nothing, it cannot be looked up by the index of due times: in the other one they stand in order.
    .where(isDue(sql<number>`(due_at + 0)`, now))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
  return (await due.where('attempts', '<', patience).executeTakeFirst()) ?? (await due.executeTakeFirst())
}

export async function updateDelivery(
  db: Db,
  id: string,
  changes: Pick<DeliveryRow, 'state' | 'due_at' | 'attempts' | 'uncounted' | 'error_message' | 'updated_at'>,
): Promise<void> {
  await db.updateTable('deliveries').set(changes).where('id', '=', id).execute()
}

export async function insertAttempt(db: Db, row: DeliveryAttemptRow): Promise<void> {
  await db.insertInto('delivery_attempts').values(row).execute()
}

/** Oldest first. */
export function attemptsOf(db: Db, deliveryId: string): Promise<DeliveryAttemptRow[]> {
  return db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute()
}

/** All that are given must hold; times in ms. */
export interface DeliveryFilter {
  readonly state?: DeliveryRow['state'] | undefined
  readonly destinationId?: string | undefined
  readonly alertId?: string | undefined
  readonly svcTxId?: string | undefined
  /** Made at or after. */
  readonly since?: number | undefined
  /** Made before. */
  readonly until?: number | undefined
}

/** Newest first unless another order is asked for. */
export function pageOfDeliveries(
  db: Db,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<CountedPage<DeliveryRow>> {
  const { state, destinationId, alertId, svcTxId, since, until } = filter
  const matching = (walked: boolean) => {
    const created = walked ? unindexed('created_at', 0) : 'created_at'
    let fitting = db.selectFrom('deliveries')
    if (state !== undefined) fitting = fitting.where(walked ? unindexed('state', '') : 'state', '=', sql.lit(state))
    if (destinationId !== undefined)
      fitting = fitting.where(walked ? unindexed('destination_id', '') : 'destination_id', '=', destinationId)
    if (alertId !== undefined) fitting = fitting.where(walked ? unindexed('alert_id', '') : 'alert_id', '=', alertId)
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

export interface Retryable {
  readonly ids?: readonly string[] | undefined
  readonly destinationId?: string | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** Makes everything that has not arrived due now, where its destination is still there; answers to whom. */
export async function makeDueAgain(
  db: Db,
  { ids, destinationId, since, until }: Retryable,
  now: number,
): Promise<{ destination_id: string }[]> {
  let update = db
    .updateTable('deliveries')
    .set({ state: 'PENDING', due_at: now, updated_at: now })
    .where('state', '!=', 'SENT')
    .where('destination_id', 'in', db.selectFrom('destinations').select('destinations.id'))
  if (ids !== undefined) update = update.where('id', 'in', ids)
  if (destinationId !== undefined) update = update.where('destination_id', '=', destinationId)
  if (since !== undefined) update = update.where('created_at', '>=', since)
  if (until !== undefined) update = update.where('created_at', '<', until)
  return update.returning('destination_id').execute()
}

/** Makes due now what waits for a destination. */
export async function hastenPendingOf(db: Db, destinationId: string, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ due_at: now, updated_at: now })
    .where('destination_id', '=', destinationId)
    .where('state', '=', PENDING)
    .where('due_at', '>', now)
    .execute()
}

/** Those of the ids that no delivery has, in the order given. */
export async function unknownDeliveries(db: Db, ids: readonly string[]): Promise<string[]> {
  const known = await db.selectFrom('deliveries').select('id').where('id', 'in', ids).execute()
  const knownIds = new Set(known.map((row) => row.id))
  return ids.filter((id) => !knownIds.has(id))
}

export async function countPendingOf(db: Db, destinationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('destination_id', '=', destinationId)
    .where('state', '=', PENDING)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Gives up what is pending for a destination, which is about to go. */
export async function cancelPendingOf(db: Db, destinationId: string, reason: string, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'CANCELLED', error_message: reason, updated_at: now })
    .where('destination_id', '=', destinationId)
    .where('state', '=', PENDING)
    .execute()
}

/** Whether anything waits for a destination that is active: what is held may be held for ever. */
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
    .limit(1)
  return (await waiting.executeTakeFirst()) !== undefined
}

import { sql } from 'kysely'
import { noticeKinds } from '../../../api/vocabulary.ts'
import type { AlertEventRow, Db, DeliveryGroupRow, DeliveryRow } from '../schema/schema.ts'
import { PENDING } from './deliveries.ts'
import { countAll } from './page.ts'
import { remover, rowsWith, saveRow, updateRows } from './rows.ts'

type GroupKey = Pick<DeliveryGroupRow, 'alert_id' | 'destination_id'>

/** A literal, as for `PENDING`. */
const GROUPED = sql.lit<'GROUPED'>('GROUPED')

/** Alerts with pending deliveries to a destination that were neither sent singly nor grouped so far. */
export async function alertsToGroup(db: Db, destinationId: string): Promise<string[]> {
  const rows = await undecided(db, destinationId).select('deliveries.alert_id').distinct().execute()
  return rows.map(({ alert_id }) => alert_id).sort()
}

/** The most severe first, then the oldest. */
export function deliveriesToGroup(
  db: Db,
  { alert_id, destination_id }: GroupKey,
  limit: number,
): Promise<Pick<DeliveryRow, 'id' | 'severity'>[]> {
  return undecided(db, destination_id)
    .select(['deliveries.id', 'deliveries.severity'])
    .where('deliveries.alert_id', '=', alert_id)
    .orderBy('deliveries.severity', 'desc')
    .orderBy('deliveries.created_at')
    .orderBy('deliveries.id')
    .limit(limit)
    .execute()
}

/** Notices are about something else each, and retractions take a message back: neither is grouped. */
const GROUPED_STEPS: readonly AlertEventRow['step'][] = ['', 'included']

/** A delivery of `undecided`. */
export function isUndecided(
  { group_id, attempts }: Pick<DeliveryRow, 'group_id' | 'attempts'>,
  { step, kind }: Pick<AlertEventRow, 'step' | 'kind'>,
): boolean {
  const isNotice = noticeKinds.some((notice) => notice === kind)
  return group_id === null && attempts === 0 && GROUPED_STEPS.includes(step) && !isNotice
}

function undecided(db: Db, destinationId: string) {
  return db
    .selectFrom('deliveries')
    .innerJoin('alert_events', 'alert_events.id', 'deliveries.event_id')
    .where('deliveries.destination_id', '=', destinationId)
    .where('deliveries.state', '=', PENDING)
    .where('deliveries.group_id', 'is', null)
    .where('deliveries.attempts', '=', 0)
    .where('alert_events.step', 'in', GROUPED_STEPS)
    .where((e) => e.or([e('alert_events.kind', 'is', null), e('alert_events.kind', 'not in', [...noticeKinds])]))
}

export function findDeliveryGroup(
  db: Db,
  { alert_id, destination_id }: GroupKey,
): Promise<DeliveryGroupRow | undefined> {
  return rowsWith(db, 'delivery_groups', { alert_id, destination_id }).executeTakeFirst()
}

export async function storeDeliveryGroup(db: Db, row: DeliveryGroupRow): Promise<void> {
  await saveRow(db, 'delivery_groups', ['alert_id', 'destination_id'], row)
}

/** Deliveries that are sent singly and have not arrived. */
export async function countSinglePending(db: Db, { alert_id, destination_id }: GroupKey): Promise<number> {
  const pending = db
    .selectFrom('deliveries')
    .where('destination_id', '=', destination_id)
    .where('state', '=', PENDING)
    .where('alert_id', '=', alert_id)
    .whereRef('group_id', '=', 'id')
  return countAll(pending)
}

export async function markSingle(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('deliveries')
    .set((e) => ({ group_id: e.ref('id') }))
    .where('id', 'in', ids)
    .execute()
}

/** Adds deliveries to an open digest, which becomes as severe as the most severe of them. */
export async function markGrouped(
  db: Db,
  digestId: string,
  members: readonly Pick<DeliveryRow, 'id' | 'severity'>[],
  now: number,
): Promise<void> {
  const ids = members.map(({ id }) => id)
  await db
    .updateTable('deliveries')
    .set({ state: 'GROUPED', group_id: digestId, updated_at: now })
    .where('id', 'in', ids)
    .execute()
  const worst = Math.max(...members.map(({ severity }) => severity))
  await updateRows(db, 'deliveries', { id: digestId }, { severity: worst }).where('severity', '<', worst).execute()
}

/** With a message that is not written yet; the earlier attempts do not count. */
export async function reopenDigest(
  db: Db,
  digestId: string,
  { eventId, due_at, now }: { readonly eventId: string; readonly due_at: number; readonly now: number },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set((e) => ({ event_id: eventId, due_at, uncounted: e.ref('attempts'), updated_at: now }))
    .where('id', '=', digestId)
    .execute()
}

export interface GroupedEvents {
  readonly count: number
  /** When the first and the last event came (ms). */
  readonly firstAt: number
  readonly lastAt: number
  readonly worst: AlertEventRow
  readonly newest: AlertEventRow
}

/** What an open digest has collected; undefined: nothing. */
export async function groupedEvents(db: Db, digestId: string): Promise<GroupedEvents | undefined> {
  const members = db.selectFrom('deliveries').where('group_id', '=', digestId).where('state', '=', GROUPED)
  const { count, firstAt, lastAt } = await members
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      e.fn.min('created_at').as('firstAt'),
      e.fn.max('created_at').as('lastAt'),
    ])
    .executeTakeFirstOrThrow()
  const first = members.select('event_id').limit(1)
  const worst = await first.orderBy('severity', 'desc').orderBy('created_at').orderBy('id').executeTakeFirst()
  const newest = await first.orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirst()
  if (!worst || !newest) return undefined
  const event = ({ event_id }: typeof worst) =>
    db.selectFrom('alert_events').selectAll().where('id', '=', event_id).executeTakeFirstOrThrow()
  return {
    count: Number(count),
    firstAt: Number(firstAt),
    lastAt: Number(lastAt),
    worst: await event(worst),
    newest: await event(newest),
  }
}

/** Fixes the message of a digest, which is then the same for every attempt. */
export async function writeEventContent(db: Db, eventId: string, content: string): Promise<void> {
  await updateRows(db, 'alert_events', { id: eventId }, { content }).execute()
}

/** The events that digests carry, by one destination. */
export async function eventsInDigests(db: Db, digestIds: readonly string[]): Promise<string[]> {
  if (digestIds.length === 0) return []
  const rows = await db
    .selectFrom('deliveries')
    .select('event_id')
    .where('group_id', 'in', digestIds)
    .where('state', '=', GROUPED)
    .execute()
  return rows.map(({ event_id }) => event_id)
}

export const deleteDeliveryGroups = remover('delivery_groups', 'destination_id')

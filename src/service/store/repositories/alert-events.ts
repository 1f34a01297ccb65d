import { sql } from 'kysely'
import { chunksOf } from '../../../shared/chunks-of.ts'
import type { AlertEventRow, Db, DeliveryRow, DestinationQueueRow } from '../schema/schema.ts'
import { cachedInsert, cachedListQuery, filledUp, placeholder } from './cached-query.ts'
import { finder, remover } from './rows.ts'

/** Those that were inserted: an alert has one event for a step of a subject. */
export async function insertAlertEvents(
  db: Db,
  rows: readonly AlertEventRow[],
): Promise<Pick<AlertEventRow, 'id' | 'alert_id'>[]> {
  if (rows.length === 0) return []
  return db
    .insertInto('alert_events')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['subject', 'alert_id', 'step', 'round']).doNothing())
    .returning(['id', 'alert_id'])
    .execute()
}

/** Also creates the queues of their destinations. */
export async function insertDeliveries(db: Db, rows: readonly DeliveryRow[]): Promise<void> {
  for (const row of rows) await insertDelivery(db, row)
  for (const destination_id of new Set(rows.map((row) => row.destination_id)))
    await insertQueue(db, {
      destination_id,
      claim_id: null,
      lease_until: 0,
      paused_until: 0,
      closed_until: 0,
      failures: 0,
      failing_since: null,
    })
}

const insertDelivery = cachedInsert<DeliveryRow>('deliveries')

const insertQueue = cachedInsert<DestinationQueueRow>('lanes', sql`on conflict (destination_id) do nothing`)

export const findAlertEvent = finder('alert_events', 'id')

/** With its deliveries. */
export const deleteAlertEvent = remover('alert_events', 'id')

/** Each with its message: a few at a time. */
export const findAlertEvents = cachedListQuery<string, AlertEventRow>(
  (placeholders) => sql`select * from alert_events where id in (${placeholders.each(placeholder)})`,
  (ids) => ids,
)

/** An event without its message, which can have a megabyte. */
export type EventSummaryRow = Omit<AlertEventRow, 'content' | 'created_at' | 'confirmed_at'>

export async function alertEventsOf(db: Db, ids: readonly string[]): Promise<EventSummaryRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('alert_events')
    .select(['id', 'alert_id', 'alert_name', 'alert_type', 'svc_tx_id', 'subject', 'step', 'round', 'kind'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
}

/** The first of the given events whose messages have at most `maxBytes` together, at least one. */
export async function alertEventsWithin(db: Db, ids: readonly string[], maxBytes: number): Promise<AlertEventRow[]> {
  if (ids.length === 0) return []
  const sizes = await db
    .selectFrom('alert_events')
    .select(['id', sql<number>`octet_length(content)`.as('bytes')])
    .where('id', 'in', filledUp(ids))
    .execute()
  const sizeOf = new Map(sizes.map(({ id, bytes }) => [id, Number(bytes)]))
  let total = 0
  const fitting = ids.filter((id, index) => {
    total += sizeOf.get(id) ?? 0
    return index === 0 || total <= maxBytes
  })
  return db.selectFrom('alert_events').selectAll().where('id', 'in', filledUp(fitting)).execute()
}

/** The ids of the alerts that fired for a stored transaction. */
export async function alertsFiredFor(db: Db, svcTxId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('alert_events').select('alert_id').where('svc_tx_id', '=', svcTxId).execute()
  return new Set(rows.map((row) => row.alert_id))
}

export interface QuietDeliveryRow extends Pick<DeliveryRow, 'id' | 'alert_id' | 'destination_name' | 'group_id'> {
  readonly alert_name: string
  readonly svc_tx_id: string | null
  readonly error_message: string
}

/** Deliveries of stored transactions in a state, oldest first. @param alertId undefined: of all alerts */
export function deliveriesInState(
  db: Db,
  state: 'SILENCED' | 'GROUPED',
  { svcTxIds, alertId }: { readonly svcTxIds: readonly string[]; readonly alertId?: string | undefined },
  most: number,
): Promise<QuietDeliveryRow[]> {
  let found = db
    .selectFrom('alert_events')
    .innerJoin('deliveries', 'deliveries.event_id', 'alert_events.id')
    .where('alert_events.svc_tx_id', 'in', svcTxIds)
    .where('deliveries.state', '=', sql.lit(state))
  if (alertId !== undefined) found = found.where('alert_events.alert_id', '=', alertId)
  return found
    .select(['alert_events.svc_tx_id', 'alert_events.alert_id', 'alert_events.alert_name'])
    .select(['deliveries.id', 'deliveries.destination_name', 'deliveries.group_id', 'deliveries.error_message'])
    .orderBy('deliveries.created_at')
    .orderBy('deliveries.id')
    .limit(most)
    .execute()
}

/** The alert events of subjects. */
export type SentStep = Pick<AlertEventRow, 'id' | 'alert_id' | 'subject' | 'step' | 'round' | 'kind'>

export const sentStepsOf = cachedListQuery<string, SentStep>(
  (placeholders) => sql`select id, alert_id, subject, step, round, kind from alert_events
    where subject in (${placeholders.each(placeholder)})`,
  (subjects) => subjects,
)

/** Events of one statement: databases accept some ten thousand parameters. */
const MOST_CONFIRMED = 4096

/** Marks the events as delivered and adds them to the counters of their alerts; only the first delivery of an event counts. */
export async function confirmAlertEvents(db: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  const counts = new Map<string, number>()
  for (const some of chunksOf(ids, MOST_CONFIRMED)) {
    const first = await db
      .updateTable('alert_events')
      .set({ confirmed_at: now })
      .where('id', 'in', filledUp(some))
      .where('confirmed_at', 'is', null)
      .returning('alert_id')
      .execute()
    for (const { alert_id } of first) counts.set(alert_id, (counts.get(alert_id) ?? 0) + 1)
  }
  // In the order of the ids: servers that lock the same alerts do not wait for each other in a circle.
  for (const [id, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    await db
      .updateTable('alerts')
      .set((e) => ({ sent_counter: e('sent_counter', '+', count) }))
      .where('id', '=', id)
      .execute()
}

/** The alerts whose messages about a subject were not all hidden by a silence. */
export async function alertsNotifiedOf(db: Db, subject: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('alert_events')
    .innerJoin('deliveries', 'deliveries.event_id', 'alert_events.id')
    .select('alert_events.alert_id')
    .where('alert_events.subject', '=', subject)
    .where('deliveries.state', '<>', 'SILENCED')
    .distinct()
    .execute()
  return new Set(rows.map((row) => row.alert_id))
}

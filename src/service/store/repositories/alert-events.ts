import type { AlertEventRow, Db, DeliveryRow } from '../schema.ts'

/** False when the alert already has an event for the transaction. */
export async function insertAlertEvent(db: Db, row: AlertEventRow): Promise<boolean> {
  const inserted = await db
    .insertInto('alert_events')
    .values(row)
    .onConflict((conflict) => conflict.columns(['alert_id', 'svc_tx_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Also creates the queues of their destinations. */
export async function insertDeliveries(db: Db, rows: readonly DeliveryRow[]): Promise<void> {
  if (rows.length === 0) return
  await db.insertInto('deliveries').values(rows).execute()
  await db
    .insertInto('lanes')
    .values(
      rows.map(({ destination_id }) => ({
        destination_id,
        claim_id: null,
        lease_until: 0,
        paused_until: 0,
        closed_until: 0,
        failures: 0,
        failing_since: null,
      })),
    )
    .onConflict((conflict) => conflict.column('destination_id').doNothing())
    .execute()
}

export function findAlertEvent(db: Db, id: string): Promise<AlertEventRow | undefined> {
  return db.selectFrom('alert_events').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An event without its message, which can have a megabyte. */
export type EventSummaryRow = Pick<AlertEventRow, 'id' | 'alert_id' | 'alert_name' | 'alert_type' | 'svc_tx_id'>

export async function alertEventsOf(db: Db, ids: readonly string[]): Promise<EventSummaryRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('alert_events')
    .select(['id', 'alert_id', 'alert_name', 'alert_type', 'svc_tx_id'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
}

/** Marks the event as delivered and increments the alert's counter; only the first delivery of an event does. */
export async function confirmAlertEvent(db: Db, id: string, now: number): Promise<void> {
  const first = await db
    .updateTable('alert_events')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('alert_id')
    .executeTakeFirst()
  if (!first) return
  await db
    .updateTable('alerts')
    .set((e) => ({ sent_counter: e('sent_counter', '+', 1) }))
    .where('id', '=', first.alert_id)
    .execute()
}

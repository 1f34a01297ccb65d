import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, TransactionRow } from '../schema/schema.ts'
import { isUnsent } from './deliveries.ts'
import { isHoldWaiting } from './holds.ts'
import { type Age, countDeliveriesOf, isWaiting } from './seen-retention.ts'

/** Number of deleted rows of each kind. */
export interface Removed {
  readonly transactions: number
  readonly alertEvents: number
  readonly deliveries: number
}

export type Untouched = Pick<TransactionRow, 'id' | 'created_at' | 'updated_at'>

/** Transactions without newer reports, oldest activity first, after a given one. */
export function untouchedTransactions(
  db: Db,
  { before }: Age,
  after: Untouched | undefined,
  most: number,
): Promise<Untouched[]> {
  let matching = db
    .selectFrom('transactions')
    .select(['id', 'created_at', 'updated_at'])
    .where('updated_at', '<', before)
  if (after !== undefined)
    matching = matching.where(
      sql<boolean>`(updated_at, created_at, id) > (${after.updated_at}, ${after.created_at}, ${after.id})`,
    )
  return matching.orderBy('updated_at').orderBy('created_at').orderBy('id').limit(most).execute()
}

/** What `removeTransactions` would delete. */
export async function countRemovable(db: Db, ids: readonly string[], age: Age): Promise<Removed> {
  return countWith(db, await removable(db, ids, age))
}

async function countWith(db: Db, going: readonly string[]): Promise<Removed> {
  if (going.length === 0) return { transactions: 0, alertEvents: 0, deliveries: 0 }
  const events = await db.selectFrom('alert_events').select('id').where('svc_tx_id', 'in', going).execute()
  const ids = events.map(({ id }) => id)
  return { transactions: going.length, alertEvents: ids.length, deliveries: await countDeliveriesOf(db, ids) }
}

/** Deletes the removable ones of the transactions, with reports, alert events, deliveries and attempts. */
export async function removeTransactions(db: Db, ids: readonly string[], age: Age): Promise<Removed> {
  const going = await removable(db, ids, age)
  const removed = await countWith(db, going)
  if (going.length === 0) return removed
  // Foreign keys delete deliveries, attempts and reports.
  if (removed.alertEvents > 0) await db.deleteFrom('alert_events').where('svc_tx_id', 'in', going).execute()
  // What happened to a monitored address has an age of its own.
  await db.updateTable('chain_events').set({ svc_tx_id: null }).where('svc_tx_id', 'in', going).execute()
  await db.deleteFrom('transactions').where('id', 'in', going).execute()
  return removed
}

/** Transactions without a valid payload, hold in force, unplanned, pending or recent deliveries, and of no block that can go. */
async function removable(db: Db, ids: readonly string[], { before, now }: Age): Promise<string[]> {
  const lately: Expression<SqlBool> = sql<SqlBool>`exists (select 1 from alert_events
    join deliveries on deliveries.event_id = alert_events.id
    where alert_events.svc_tx_id = transactions.id and (${isUnsent} or deliveries.updated_at >= ${before}))`
  const rows = await db
    .selectFrom('transactions')
    .select('id')
    .where('id', 'in', ids)
    .where('updated_at', '<', before)
    .where((e) => e.or([e('payload_expires_at', 'is', null), e('payload_expires_at', '<=', now)]))
    .where((e) => e.not(lately))
    .where((e) => {
      const holds = e.selectFrom('holds').select('holds.id').whereRef('holds.svc_tx_id', '=', 'transactions.id')
      return e.not(e.exists(holds.where(isHoldWaiting(now))))
    })
    .where(sql<boolean>`not exists (select 1 from fan_outs where fan_outs.svc_tx_id = transactions.id)`)
    .where((e) => {
      const events = e.selectFrom('chain_events').select('chain_events.id')
      return e.not(e.exists(events.whereRef('svc_tx_id', '=', 'transactions.id').where(isWaiting())))
    })
    .execute()
  return rows.map(({ id }) => id)
}

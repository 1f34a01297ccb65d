import { sql } from 'kysely'
import type { Db } from '../schema/schema.ts'
import { writeGathered } from '../writes/gathered-changes.ts'
import { PENDING } from './deliveries.ts'
import { bumpRevision, readRevision } from './revisions.ts'
import { insertMissing } from './rows.ts'

/**
 * Stored deadlines: pauses and leases of destination queues, due times of deliveries, and expiries of stored responses
 * and of holds.
 * Expiries of payloads are not among them: contracts compare those with the time of their blocks.
 */

/** Number of times that the stored deadlines were moved. */
export async function deadlineRevision(db: Db): Promise<number> {
  return readRevision(db, 'deadlines')
}

/** As `deadlineRevision`; until the transaction ends, no other writer moves the deadlines. */
export async function lockDeadlineRevision(db: Db): Promise<number> {
  await writeGathered(db)
  const locked = db.selectFrom('revisions').select('value').where('name', '=', 'deadlines').forShare()
  return Number((await locked.executeTakeFirst())?.value ?? 0)
}

/** Creates the counter, which `lockDeadlineRevision` can only lock when it exists. */
export async function initializeDeadlines(db: Db): Promise<void> {
  await insertMissing(db, 'revisions', { name: 'deadlines', value: 0 })
}

/**
 * Moves the stored deadlines by the step of a clock (ms), unless another process has moved them since `revision`. Returns
 * the revision after it.
 */
export async function moveDeadlines(db: Db, step: number, revision: number): Promise<number> {
  // The counter first: on PostgreSQL other servers wait for this transaction.
  await bumpRevision(db, 'deadlines')
  const moved = await deadlineRevision(db)
  if (moved !== revision + 1) return moved
  await db
    .updateTable('lanes')
    .set((e) => ({
      lease_until: e('lease_until', '+', step),
      // 0 is no pause, and due now.
      paused_until: unlessNone('paused_until', step),
      closed_until: unlessNone('closed_until', step),
      failing_since: e('failing_since', '+', step),
    }))
    .execute()
  await db
    .updateTable('deliveries')
    .set((e) => ({
      due_at: unlessNone('due_at', step),
      // Later deliveries stay later: a queue is sent in this order.
      created_at: e('created_at', '+', step),
      updated_at: e('updated_at', '+', step),
    }))
    .where('state', '=', PENDING)
    .execute()
  await db
    .updateTable('idempotent_answers')
    .set((e) => ({ created_at: e('created_at', '+', step), expires_at: e('expires_at', '+', step) }))
    .execute()
  await db
    .updateTable('fan_outs')
    .set((e) => ({ created_at: e('created_at', '+', step) }))
    .execute()
  await db
    .updateTable('holds')
    .set((e) => ({
      set_at: e('set_at', '+', step),
      expires_at: e('expires_at', '+', step),
      approved_until: e('approved_until', '+', step),
    }))
    .execute()
  return moved
}

function unlessNone(column: 'paused_until' | 'closed_until' | 'due_at', step: number) {
  return sql<number>`case when ${sql.ref(column)} = 0 then 0 else ${sql.ref(column)} + ${step} end`
}

/** Differences below it come from reading the time twice, not from a wrong clock (ms). */
const TOLERANCE_MS = 2000

/**
 * Repairs deadlines that were set in the future, while no process noticed that the clock was set back: each ends after the
 * whole of its delay, counted from now. For the start of a server.
 * @param leaseMs duration of a lease
 */
export async function repairDeadlines(db: Db, now: number, leaseMs: number): Promise<void> {
  const latest = now + TOLERANCE_MS
  // A queue is released, and a lease renewed, with every change of its pauses.
  const setAt = sql<number>`(case when claim_id is null then lease_until else lease_until - ${leaseMs} end)`
  const back = (column: 'paused_until' | 'closed_until') =>
    sql<number>`case when ${sql.ref(column)} = 0 then 0 else ${sql.ref(column)} - (${setAt} - ${now}) end`
  await db
    .updateTable('lanes')
    .set({
      paused_until: back('paused_until'),
      closed_until: back('closed_until'),
      lease_until: sql<number>`lease_until - (${setAt} - ${now})`,
    })
    .where(setAt, '>', latest)
    .execute()
  await db.updateTable('lanes').set({ failing_since: now }).where('failing_since', '>', latest).execute()
  await db
    .updateTable('deliveries')
    .set({ due_at: sql<number>`due_at - (updated_at - ${now})`, updated_at: now })
    .where('state', '=', PENDING)
    .where('due_at', '>', 0)
    .where('updated_at', '>', latest)
    .execute()
  const { newest } = await db
    .selectFrom('deliveries')
    .select((e) => e.fn.max('created_at').as('newest'))
    .where('state', '=', PENDING)
    .executeTakeFirstOrThrow()
  const ahead = Number(newest ?? 0) - now
  // All by the same time, so that their order stays, and new ones come after them.
  if (ahead > TOLERANCE_MS)
    await db
      .updateTable('deliveries')
      .set((e) => ({ created_at: e('created_at', '-', ahead) }))
      .where('state', '=', PENDING)
      .execute()
  await db.updateTable('fan_outs').set({ created_at: now }).where('created_at', '>', latest).execute()
  await db
    .updateTable('idempotent_answers')
    .set({ expires_at: sql<number>`expires_at - (created_at - ${now})`, created_at: now })
    .where('expires_at', '>', latest)
    .where('created_at', '>', latest)
    .execute()
}

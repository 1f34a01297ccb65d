import type { SelectQueryBuilder } from 'kysely'
import type { Db, DeliveryRow, DestinationQueueRow, DestinationRow, Schema } from '../schema/schema.ts'
import { DUE_NOW, PENDING } from './deliveries.ts'
import { dueHorizon, isDue } from './due-time.ts'
import { isFree } from './leases.ts'
import { hasRow, updateRows } from './rows.ts'

/** Selects the queues with a due delivery that no process holds. */
export interface Claimable {
  /** ms since 1970. */
  readonly now: number
  /** Queues whose last attempt failed, or the others. */
  readonly failing: boolean
}

/** How the last attempts of a queue went; times in ms. */
export type QueueHealth = Pick<DestinationQueueRow, 'paused_until' | 'closed_until' | 'failures' | 'failing_since'>

export interface QueueClaim extends Claimable {
  readonly claimId: string
  readonly leaseUntil: number
  /** Maximum number of claimed queues. */
  readonly limit: number
}

/** Lets a courier without work avoid a write transaction. */
export async function hasClaimableQueue(db: Db, claimable: Claimable): Promise<boolean> {
  return hasRow(claimableQueues(db, claimable))
}

/** Claims free queues, those with the oldest lease first. */
export function claimQueues(
  db: Db,
  { claimId, leaseUntil, limit, ...claimable }: QueueClaim,
): Promise<DestinationQueueRow[]> {
  // PostgreSQL: skip queues that another server is claiming.
  const free = claimableQueues(db, claimable).limit(limit).forUpdate('lanes').skipLocked()
  return db
    .updateTable('lanes')
    .set({ claim_id: claimId, lease_until: leaseUntil })
    .where('destination_id', 'in', free)
    .where(isFree('lanes', claimable.now))
    .returningAll()
    .execute()
}

/** The caller has renewed the lease in the same transaction. */
export async function updateQueue(db: Db, destinationId: string, health: QueueHealth): Promise<void> {
  await updateRows(db, 'lanes', { destination_id: destinationId }, health).execute()
}

/** Releases the queues whose claim id starts with `prefix`: those of a process that was killed. */
export async function releaseClaims(db: Db, { prefix, now }: { prefix: string; now: number }): Promise<void> {
  await db
    .updateTable('lanes')
    .set({ claim_id: null, lease_until: now })
    .where('claim_id', 'like', `${prefix}%`)
    .execute()
}

export interface QueueState {
  readonly state: DestinationRow['state']
  /** No attempt before (ms); 0: no pause. */
  readonly pausedUntil: number
  /** End of the lease of the process that sends to it, or was killed (ms); 0: no lease. */
  readonly leasedUntil: number
}

/** By destination id; without deleted destinations. */
export async function queueStatesOf(
  db: Db,
  destinationIds: readonly string[],
  now: number,
): Promise<Map<string, QueueState>> {
  if (destinationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('destinations')
    .leftJoin('lanes', 'lanes.destination_id', 'destinations.id')
    .select(['destinations.id', 'destinations.state', 'lanes.paused_until', 'lanes.claim_id', 'lanes.lease_until'])
    .where('destinations.id', 'in', [...new Set(destinationIds)])
    .execute()
  return new Map(rows.map(({ id, state, ...queue }) => [id, { state, ...queueTimes(queue, now) }]))
}

/** Times beyond the horizon count as 0: see `dueHorizon`. */
export function queueTimes(
  queue: { [K in 'paused_until' | 'claim_id' | 'lease_until']: DestinationQueueRow[K] | null },
  now: number,
): Pick<QueueState, 'pausedUntil' | 'leasedUntil'> {
  const valid = (time: number | null) => (Number(time ?? 0) > dueHorizon(now) ? 0 : Number(time ?? 0))
  return {
    pausedUntil: valid(queue.paused_until),
    leasedUntil: queue.claim_id === null ? 0 : valid(queue.lease_until),
  }
}

/** When a pending delivery is due (ms), with the times of its queue. One with a time beyond the horizon is due. */
export function dueAtOf(
  { due_at, updated_at }: Pick<DeliveryRow, 'due_at' | 'updated_at'>,
  { pausedUntil, leasedUntil }: Pick<QueueState, 'pausedUntil' | 'leasedUntil'>,
  now: number,
): number {
  const isTimed = due_at !== DUE_NOW && due_at <= dueHorizon(now)
  return Math.max(isTimed ? due_at : Math.min(updated_at, now), pausedUntil, leasedUntil)
}

/** Ends our own backoff; the Retry-After of a receiver still holds. */
export async function endBackoff(db: Db, destinationIds: readonly string[]): Promise<void> {
  if (destinationIds.length === 0) return
  await db
    .updateTable('lanes')
    .set((e) => ({ paused_until: e.ref('closed_until') }))
    .where('destination_id', 'in', [...new Set(destinationIds)])
    .execute()
}

/** For a destination with a new receiver. */
export async function resetQueue(db: Db, destinationId: string): Promise<void> {
  await updateQueue(db, destinationId, { paused_until: 0, closed_until: 0, failures: 0, failing_since: null })
}

/** Deletes the queues of deleted destinations. Skips a queue that is in use; the next call deletes it. */
export async function deleteOrphanQueues(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('lanes')
    .where('destination_id', 'not in', db.selectFrom('destinations').select('destinations.id'))
    .where(isFree('lanes', now))
    .execute()
}

function claimableQueues(
  db: Db,
  { now, failing }: Claimable,
): SelectQueryBuilder<Schema, 'lanes', { destination_id: string }> {
  return db
    .selectFrom('lanes')
    .select('lanes.destination_id')
    .where(isFree('lanes', now))
    .where(({ ref }) => isDue(ref('lanes.paused_until'), now))
    .where('lanes.failures', failing ? '>' : '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('destinations')
          .select('destinations.id')
          .whereRef('destinations.id', '=', 'lanes.destination_id')
          .where('destinations.state', '=', 'ACTIVE'),
      ),
    )
    .where(({ exists, or, selectFrom }) => {
      const pending = selectFrom('deliveries')
        .select('deliveries.id')
        .whereRef('deliveries.destination_id', '=', 'lanes.destination_id')
        .where('deliveries.state', '=', PENDING)
      // Two lookups: one condition with OR would read the whole index of a destination.
      return or([
        exists(pending.where('deliveries.due_at', '<=', now)),
        exists(pending.where('deliveries.due_at', '>', dueHorizon(now))),
      ])
    })
    .orderBy('lanes.lease_until')
    .orderBy('lanes.destination_id')
}

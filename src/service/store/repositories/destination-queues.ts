import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db, DestinationQueueRow, DestinationRow, Schema } from '../schema.ts'
import { furthest, isDue } from './due-time.ts'

/** Lanes on which something can be sent at a moment: those that failed last, or those that did not. */
export interface Claimable {
  /** ms since 1970. */
  readonly now: number
  readonly failing: boolean
}

export interface Claim extends Claimable {
  readonly claimId: string
  readonly leaseUntil: number
  /** Most lanes to take. */
  readonly limit: number
}

/** Reads only: a courier that finds nothing has written nothing. */
export async function hasClaimableQueue(db: Db, claimable: Claimable): Promise<boolean> {
  return (await claimableLanes(db, claimable).limit(1).executeTakeFirst()) !== undefined
}

/** Takes lanes that nobody holds, those that waited longest first. */
export function claimQueues(
  db: Db,
  { claimId, leaseUntil, limit, ...claimable }: Claim,
): Promise<DestinationQueueRow[]> {
  // Where several processes write at once, what one of them is about to take is not waited for.
  const free = claimableLanes(db, claimable).limit(limit).forUpdate('lanes').skipLocked()
  return db
    .updateTable('lanes')
    .set({ claim_id: claimId, lease_until: leaseUntil })
    .where('destination_id', 'in', free)
    .where(isFree(claimable.now))
    .returningAll()
    .execute()
}

/** Holds on to a lane; undefined when it is not ours any more. */
export function renewQueue(
  db: Db,
  { destinationId, claimId, leaseUntil }: { destinationId: string; claimId: string; leaseUntil: number },
): Promise<DestinationQueueRow | undefined> {
  return db
    .updateTable('lanes')
    .set({ lease_until: leaseUntil })
    .where('destination_id', '=', destinationId)
    .where('claim_id', '=', claimId)
    .returningAll()
    .executeTakeFirst()
}

/** What a try tells of the way to its receiver. The caller holds the lane in the same transaction. */
export async function updateQueue(
  db: Db,
  destinationId: string,
  state: Pick<DestinationQueueRow, 'paused_until' | 'closed_until' | 'failures' | 'failing_since'>,
): Promise<void> {
  await db.updateTable('lanes').set(state).where('destination_id', '=', destinationId).execute()
}

/** Lets go of a lane, unless it is somebody else's by now. */
export async function releaseQueue(
  db: Db,
  { destinationId, claimId, now }: { destinationId: string; claimId: string; now: number },
): Promise<void> {
  await db
    .updateTable('lanes')
    .set({ claim_id: null, lease_until: now })
    .where('destination_id', '=', destinationId)
    .where('claim_id', '=', claimId)
    .execute()
}

/** Lets go of every lane that claims with this beginning hold: of somebody who is known to be no more. */
export async function freeQueues(db: Db, { claimPrefix, now }: { claimPrefix: string; now: number }): Promise<void> {
  await db
    .updateTable('lanes')
    .set({ claim_id: null, lease_until: now })
    .where('claim_id', 'like', `${claimPrefix}%`)
    .execute()
}

/** Whether a destination is sent to at all, and from when on. */
export interface QueueState {
  readonly state: DestinationRow['state']
  /** ms since 1970; 0: at any time. */
  readonly pausedUntil: number
  /** Somebody sends to it until then at most (ms), or was killed while they did; 0: nobody. */
  readonly leasedUntil: number
}

/** By destination; one that is not there has none. */
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
  return new Map(rows.map(({ id, state, ...lane }) => [id, { state, ...holdsOf(lane, now) }]))
}

/** Until when nobody may send, and until when nobody else can (ms). */
export function holdsOf(
  lane: { [K in 'paused_until' | 'claim_id' | 'lease_until']: DestinationQueueRow[K] | null },
  now: number,
): Pick<QueueState, 'pausedUntil' | 'leasedUntil'> {
  const ahead = (time: number | null) => (Number(time ?? 0) > furthest(now) ? 0 : Number(time ?? 0))
  return {
    pausedUntil: ahead(lane.paused_until),
    leasedUntil: lane.claim_id === null ? 0 : ahead(lane.lease_until),
  }
}

/** Ends the pauses that we chose ourselves; what the receiver asked for stays. */
export async function reopenQueues(db: Db, destinationIds: readonly string[]): Promise<void> {
  if (destinationIds.length === 0) return
  await db
    .updateTable('lanes')
    .set((e) => ({ paused_until: e.ref('closed_until') }))
    .where('destination_id', 'in', [...new Set(destinationIds)])
    .execute()
}

/** Forgets how it went with a receiver: another one has taken its place. */
export async function resetQueue(db: Db, destinationId: string): Promise<void> {
  const state = { paused_until: 0, closed_until: 0, failures: 0, failing_since: null }
  await updateQueue(db, destinationId, state)
}

/** Of destinations that are no more; one on which somebody sends at this moment goes with the next. */
export async function deleteOrphanQueues(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('lanes')
    .where('destination_id', 'not in', db.selectFrom('destinations').select('destinations.id'))
    .where(isFree(now))
    .execute()
}

function claimableLanes(
  db: Db,
  { now, failing }: Claimable,
): SelectQueryBuilder<Schema, 'lanes', { destination_id: string }> {
  return db
    .selectFrom('lanes')
    .select('lanes.destination_id')
    .where(isFree(now))
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
        // As a literal: the index holds pending ones only, and a parameter does not promise that.
        .where('deliveries.state', '=', sql.lit<'PENDING'>('PENDING'))
      // Two look-ups: one with "or" would read the whole index of a destination.
      return or([
        exists(pending.where('deliveries.due_at', '<=', now)),
        exists(pending.where('deliveries.due_at', '>', furthest(now))),
      ])
    })
    .orderBy('lanes.lease_until')
    .orderBy('lanes.destination_id')
}

/** Nobody holds it, or whoever did is gone. */
function isFree(now: number): (e: ExpressionBuilder<Schema, 'lanes'>) => Expression<SqlBool> {
  return ({ eb, or, ref }) => or([eb('lanes.claim_id', 'is', null), isDue(ref('lanes.lease_until'), now)])
}

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Schema } from '../schema/schema.ts'
import { DUE_NOW, PENDING } from './deliveries.ts'
import { dueAtOf, queueTimes } from './destination-queues.ts'
import { countUnplanned } from './fan-outs.ts'
import { countUpTo } from './page.ts'

/** Counting stops here, per destination. */
const MAX_COUNTED = 10_000

/** Deliveries that are not sent; counts stop at 10,000 per destination. */
export interface OutboxCounts {
  /** For active destinations. */
  readonly pending: number
  /** For inactive destinations: not sent until they are switched on. */
  readonly held: number
  readonly failed: number
  /** Not planned yet, for validations that fired many alerts: not among the others. */
  readonly unplanned: number
  /** Creation time of the oldest pending or unplanned delivery (ms); null without one. */
  readonly oldestPending: number | null
  /** How many of the pending and unplanned ones wait for nothing but their queue. */
  readonly due: number
  /** Since when the oldest of these is due (ms); null without one. */
  readonly dueSince: number | null
  /** When the next pending delivery is due (ms), maybe in the past; null without one. */
  readonly nextTry: number | null
  /** `nextTry` is the end of another process's lease, which may end earlier. */
  readonly isHeldElsewhere: boolean
}

export async function countOutbox(db: Db, now: number): Promise<OutboxCounts> {
  const rows = await db
    .selectFrom('destinations')
    .innerJoin('lanes', 'lanes.destination_id', 'destinations.id')
    .select(['destinations.state', 'lanes.paused_until', 'lanes.claim_id', 'lanes.lease_until'])
    .select(({ selectFrom }) => {
      const pending = selectFrom('deliveries')
        .whereRef('deliveries.destination_id', '=', 'destinations.id')
        .where('deliveries.state', '=', PENDING)
      const retried = pending.where('deliveries.due_at', '>', DUE_NOW).where('deliveries.due_at', '<=', now)
      const unsent = pending.where('deliveries.due_at', '=', DUE_NOW)
      return [
        counted(pending).as('count'),
        counted(retried).as('retried'),
        counted(unsent).as('unsent'),
        retried.select((e) => e.fn.min('deliveries.due_at').as('at')).as('retriedSince'),
        unsent.select((e) => e.fn.min('deliveries.created_at').as('at')).as('unsentSince'),
        pending.select((e) => e.fn.min('deliveries.created_at').as('at')).as('oldest'),
        pending.select((e) => e.fn.min('deliveries.due_at').as('at')).as('due'),
      ]
    })
    .execute()
  const failed = await countUpTo(
    db,
    db.selectFrom('deliveries').where('state', '=', sql.lit<'FAILED'>('FAILED')),
    MAX_COUNTED,
  )
  const count = (some: typeof rows) => some.reduce((sum, row) => sum + Number(row.count), 0)
  const active = rows.filter((row) => row.state === 'ACTIVE' && Number(row.count) > 0)
  const next = active
    .map(({ due, ...queue }) => {
      const times = queueTimes(queue, now)
      const at = dueAtOf({ due_at: Number(due), updated_at: now }, times, now)
      return { at, isHeldElsewhere: at > now && at === times.leasedUntil }
    })
    .sort((a, b) => a.at - b.at)[0]
  const { unplanned, oldestUnplanned } = await countUnplanned(db)
  const earliest = (times: readonly (number | string | null)[]) => {
    const known = [...times, oldestUnplanned].flatMap((time) => (time === null ? [] : [Number(time)]))
    return known.length === 0 ? null : Math.min(...known)
  }
  return {
    unplanned,
    pending: count(active),
    held: count(rows.filter((row) => row.state === 'INACTIVE')),
    failed,
    oldestPending: earliest(active.map(({ oldest }) => oldest)),
    due: unplanned + active.reduce((sum, { retried, unsent }) => sum + Number(retried) + Number(unsent), 0),
    dueSince: earliest(active.flatMap(({ retriedSince, unsentSince }) => [retriedSince, unsentSince])),
    nextTry: next?.at ?? null,
    isHeldElsewhere: next?.isHeldElsewhere ?? false,
  }
}

/** Up to `MAX_COUNTED`. */
function counted(deliveries: SelectQueryBuilder<Schema, 'deliveries', object>): RawBuilder<number> {
  return sql<number>`(select count(*) from (${deliveries.select(sql.lit(1).as('one')).limit(MAX_COUNTED)}) as counted)`
}

import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { PENDING } from './deliveries.ts'
import { holdsOf } from './destination-queues.ts'
import { furthest } from './due-time.ts'
import { countUpTo } from './page.ts'

/** Up to so many of a kind, and of a destination, are counted. */
const MOST_COUNTED = 10_000

/** What has not arrived; a count of 10,000 or more stands for that and more. */
export interface OutboxCounts {
  /** For destinations that are active. */
  readonly pending: number
  /** For destinations that are not: nothing is sent until they are. */
  readonly held: number
  readonly dead: number
  /** When the oldest pending one was made (ms); null when none is pending. */
  readonly oldestPending: number | null
  /** When something pending can be sent next (ms), perhaps long since; null when none is pending. */
  readonly nextTry: number | null
  /** That time is when the hold of another process ends, at the latest: one that sends, or was killed while it did. */
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
      return [
        sql<number>`(select count(*) from (${pending.select(sql.lit(1).as('one')).limit(MOST_COUNTED)}) as counted)`.as(
          'count',
        ),
        pending.select((e) => e.fn.min('deliveries.created_at').as('at')).as('oldest'),
        pending.select((e) => e.fn.min('deliveries.due_at').as('at')).as('due'),
      ]
    })
    .execute()
  const dead = await countUpTo(
    db,
    db.selectFrom('deliveries').where('state', '=', sql.lit<'DEAD'>('DEAD')),
    MOST_COUNTED,
  )
  const count = (some: typeof rows) => some.reduce((sum, row) => sum + Number(row.count), 0)
  const active = rows.filter((row) => row.state === 'ACTIVE' && Number(row.count) > 0)
  const next = active
    .map(({ due, ...lane }) => {
      const { pausedUntil, leasedUntil } = holdsOf(lane, now)
      const dueAt = Number(due) > furthest(now) ? 0 : Number(due)
      const at = Math.max(dueAt, pausedUntil, leasedUntil)
      return { at, isHeldElsewhere: at > now && at === leasedUntil }
    })
    .sort((a, b) => a.at - b.at)[0]
  return {
    pending: count(active),
    held: count(rows.filter((row) => row.state === 'INACTIVE')),
    dead,
    oldestPending: active.length === 0 ? null : Math.min(...active.map((row) => Number(row.oldest))),
    nextTry: next?.at ?? null,
    isHeldElsewhere: next?.isHeldElsewhere ?? false,
  }
}

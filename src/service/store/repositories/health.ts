import { sql } from 'kysely'
import type { Channel, HoldState } from '../../../api/vocabulary.ts'
import type { Db, SafeItemState } from '../schema/schema.ts'
import { PENDING } from './deliveries.ts'
import { countUnplanned } from './fan-outs.ts'
import { isHoldWaiting } from './holds.ts'

/** Counts of a scrape stop here: it takes a few milliseconds at most, however much waits. */
const MAX_WAITING = 10_000
const MAX_LISTED = 1000

export interface DeliveryHealth {
  /** To active destinations; up to 10,000 together. */
  readonly waiting: ReadonlyMap<Channel, number>
  /** Given up; of the newest 1,000. */
  readonly dead: ReadonlyMap<Channel, number>
  /** Creation time (ms) of what waits longest for an active destination; null: nothing waits. */
  readonly oldestWaiting: number | null
}

export async function deliveryHealth(db: Db): Promise<DeliveryHealth> {
  const byChannel = async (deliveries: ReturnType<typeof waitingOnes>) => {
    const rows = await db
      .selectFrom(deliveries.as('some'))
      .select(['channel', (e) => e.fn.countAll<number>().as('count')])
      .groupBy('channel')
      .execute()
    return new Map(rows.map(({ channel, count }) => [channel, Number(count)]))
  }
  const dead = db
    .selectFrom('deliveries')
    .select('channel')
    .where('state', '=', sql.lit<'DEAD'>('DEAD'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const { oldestUnplanned } = await countUnplanned(db)
  const oldest = [await oldestPending(db), oldestUnplanned].filter((time) => time !== null)
  return {
    waiting: await byChannel(waitingOnes(db).limit(MAX_WAITING)),
    dead: await byChannel(dead.limit(MAX_LISTED)),
    oldestWaiting: oldest.length === 0 ? null : Math.min(...oldest),
  }
}

function waitingOnes(db: Db) {
  return db
    .selectFrom('destinations')
    .innerJoin('deliveries', 'deliveries.destination_id', 'destinations.id')
    .select('destinations.channel')
    .where('destinations.state', '=', 'ACTIVE')
    .where('deliveries.state', '=', PENDING)
}

/** One look-up a destination. */
async function oldestPending(db: Db): Promise<number | null> {
  const rows = await db
    .selectFrom('destinations')
    .select((e) =>
      e
        .selectFrom('deliveries')
        .whereRef('deliveries.destination_id', '=', 'destinations.id')
        .where('deliveries.state', '=', PENDING)
        .select((each) => each.fn.min('deliveries.created_at').as('at'))
        .as('oldest'),
    )
    .where('state', '=', 'ACTIVE')
    .execute()
  const times = rows.flatMap(({ oldest }) => (oldest === null ? [] : [Number(oldest)]))
  return times.length === 0 ? null : Math.min(...times)
}

/** Holds that wait for a person, for the proxy or for an outcome; of the newest 1,000. @param now of the `DeadlineClock` (ms) */
export async function countWaitingHolds(db: Db, now: number): Promise<ReadonlyMap<HoldState, number>> {
  const newest = (state: 'held' | 'approved' | 'released') =>
    db
      .selectFrom('holds')
      .select(['state', 'set_at', 'expires_at'])
      .where('state', '=', state)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
  const counts = new Map<HoldState, number>()
  for (const state of ['held', 'approved', 'released'] as const) {
    const { count } = await db
      .selectFrom(newest(state).as('holds'))
      .where(isHoldWaiting(now))
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts.set(state, Number(count))
  }
  return counts
}

export interface SafeHealth {
  /** Of the 1,000 items that changed last. */
  readonly items: ReadonlyMap<SafeItemState, number>
  /** When the queue of a Safe was read that was not read for longest, or the Safe was added (ms); null: there is none. */
  readonly oldestQueue: number | null
}

export async function safeHealth(db: Db): Promise<SafeHealth> {
  const newest = db
    .selectFrom('safe_items')
    .select('state')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
  const rows = await db
    .selectFrom(newest.as('items'))
    .select(['state', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const { oldest } = await db
    .selectFrom('safes')
    .where('service_host', 'is not', null)
    .select(sql<number | null>`min(coalesce(queue_at, created_at))`.as('oldest'))
    .executeTakeFirstOrThrow()
  return {
    items: new Map(rows.map(({ state, count }) => [state, Number(count)])),
    oldestQueue: oldest === null ? null : Number(oldest),
  }
}

/** A write that changes nothing: it fails where no other write would succeed. */
export async function touch(db: Db): Promise<void> {
  await sql`update kept_counts set count = count where name = 'allow'`.execute(db)
}

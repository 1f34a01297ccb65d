import { sql } from 'kysely'
import type { Channel, HoldState } from '../../../api/vocabulary.ts'
import type { Db, SafeItemState } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { PENDING } from './deliveries.ts'
import { countUnplanned } from './fan-outs.ts'
import { isHoldWaiting, limitsInForce } from './holds.ts'

/** Counts of a scrape stop here: it takes a few milliseconds at most, however much waits. */
const MAX_WAITING = 10_000
const MAX_LISTED = 1000

export interface DeliveryHealth {
  /** To active destinations; up to 10,000 together. */
  readonly waiting: ReadonlyMap<Channel, number>
  /** Given up; of the newest 1,000. */
  readonly failed: ReadonlyMap<Channel, number>
  /** Creation time (ms) of what waits longest for an active destination; null: nothing waits. */
  readonly oldestWaiting: number | null
}

export async function deliveryHealth(db: Db): Promise<DeliveryHealth> {
  const { oldestUnplanned } = await countUnplanned(db)
  const times = (await oldestPending(db)).flatMap(({ oldest }) => (oldest === null ? [] : [Number(oldest)]))
  const oldest = oldestUnplanned === null ? times : [...times, oldestUnplanned]
  return {
    waiting: await waiting(db),
    failed: await failed(db),
    oldestWaiting: oldest.length === 0 ? null : Math.min(...oldest),
  }
}

const waiting = countedByChannel((db) => waitingOnes(db).limit(MAX_WAITING))

const failed = countedByChannel((db) =>
  db
    .selectFrom('deliveries')
    .select('channel')
    .where('state', '=', sql.lit<'FAILED'>('FAILED'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED),
)

function countedByChannel(build: (db: Db) => ReturnType<typeof waitingOnes>) {
  const query = cachedQuery((db) =>
    db
      .selectFrom(build(db).as('some'))
      .select(['channel', (e) => e.fn.countAll<number>().as('count')])
      .groupBy('channel')
      .compile(),
  )
  return async (db: Db) => new Map((await query(db)).map(({ channel, count }) => [channel, Number(count)]))
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
const oldestPending = cachedQuery((db) =>
  db
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
    .compile(),
)

/** Holds that wait for a person, for the proxy or for an outcome; of the newest 1,000. @param now of the `DeadlineClock` (ms) */
export async function countWaitingHolds(db: Db, now: number): Promise<ReadonlyMap<HoldState, number>> {
  const counts = new Map<HoldState, number>()
  for (const [state, query] of waitingHolds) {
    const [row] = await query(db, limitsInForce(now))
    counts.set(state, Number(row?.count))
  }
  return counts
}

const waitingHolds = (['held', 'approved', 'released'] as const).map((state) => {
  const query = cachedQuery((db) =>
    db
      .selectFrom(
        db
          .selectFrom('holds')
          .select(['state', 'set_at', 'expires_at'])
          .where('state', '=', sql.lit(state))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(sql.lit(MAX_LISTED))
          .as('holds'),
      )
      .where(isHoldWaiting(0))
      .select((e) => e.fn.countAll<number>().as('count'))
      .compile(),
  )
  return [state, query] as const
})

export interface SafeHealth {
  /** How many of the 1,000 items that changed last have each state. */
  readonly items: ReadonlyMap<SafeItemState, number>
  /** When the queue of a Safe was read that was not read for longest, or the Safe was added (ms); null: there is none. */
  readonly oldestQueue: number | null
}

export async function safeHealth(db: Db): Promise<SafeHealth> {
  const [queue] = await oldestQueue(db)
  return {
    items: new Map((await newestItems(db)).map(({ state, count }) => [state, Number(count)])),
    oldestQueue: queue?.oldest == null ? null : Number(queue.oldest),
  }
}

const newestItems = cachedQuery((db) =>
  db
    .selectFrom(
      db
        .selectFrom('safe_items')
        .select('state')
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .as('items'),
    )
    .select(['state', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('state')
    .compile(),
)

const oldestQueue = cachedQuery((db) =>
  db
    .selectFrom('safes')
    .where('service_host', 'is not', null)
    .select(sql<number | null>`min(coalesce(queue_at, created_at))`.as('oldest'))
    .compile(),
)

/** A write that changes nothing: it fails where no other write would succeed. */
export async function touch(db: Db): Promise<void> {
  await sql`update kept_counts set count = count where name = 'allow'`.execute(db)
}

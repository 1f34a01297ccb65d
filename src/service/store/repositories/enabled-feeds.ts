import type { Db, EnabledFeedRow } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'

/** Sorted by name. */
export const listEnabledFeeds = cachedQuery<EnabledFeedRow>((db) =>
  db.selectFrom('enabled_feeds').selectAll().orderBy('name').compile(),
)

export function findEnabledFeed(db: Db, name: string): Promise<EnabledFeedRow | undefined> {
  return db.selectFrom('enabled_feeds').selectAll().where('name', '=', name).executeTakeFirst()
}

/** The one that waits longest to be fetched. */
export function findDueFeed(db: Db, now: number): Promise<EnabledFeedRow | undefined> {
  const due = db.selectFrom('enabled_feeds').selectAll().where('next_at', '<=', now)
  return due.orderBy('next_at').orderBy('name').limit(1).executeTakeFirst()
}

/** Moves the next fetch. False: another process did. */
export async function claimFeed(db: Db, { name, next_at }: EnabledFeedRow, until: number): Promise<boolean> {
  const moved = db.updateTable('enabled_feeds').set({ next_at: until }).where('name', '=', name)
  const { numUpdatedRows } = await moved.where('next_at', '=', next_at).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Enables a feed, or replaces what is configured of it; the results of its fetches stay. */
export async function enableFeed(
  db: Db,
  feed: Omit<EnabledFeedRow, 'succeeded_at' | 'failures' | 'failed_at' | 'error_code' | 'error'>,
): Promise<void> {
  const { name: _, enabled_at: __, ...configured } = feed
  await db
    .insertInto('enabled_feeds')
    .values({ ...feed, succeeded_at: null, failures: 0, failed_at: null, error_code: null, error: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(configured))
    .execute()
}

export async function disableFeed(db: Db, name: string): Promise<void> {
  await db.deleteFrom('enabled_feeds').where('name', '=', name).execute()
}

export async function recordFetch(
  db: Db,
  name: string,
  result: Partial<Pick<EnabledFeedRow, 'succeeded_at' | 'failures' | 'failed_at' | 'error_code' | 'error' | 'next_at'>>,
): Promise<void> {
  await db.updateTable('enabled_feeds').set(result).where('name', '=', name).execute()
}

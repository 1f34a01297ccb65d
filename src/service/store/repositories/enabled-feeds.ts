import type { Db, EnabledFeedRow } from '../schema/schema.ts'
import { cachedQuery } from './cached-query.ts'
import { finder, hasChanged, remover, saveRow, updateRows } from './rows.ts'

/** Sorted by name. */
export const listEnabledFeeds = cachedQuery<EnabledFeedRow>((db) =>
  db.selectFrom('enabled_feeds').selectAll().orderBy('name').compile(),
)

export const findEnabledFeed = finder('enabled_feeds', 'name')

/** The one that waits longest to be fetched. */
export function findDueFeed(db: Db, now: number): Promise<EnabledFeedRow | undefined> {
  const due = db.selectFrom('enabled_feeds').selectAll().where('next_at', '<=', now)
  return due.orderBy('next_at').orderBy('name').limit(1).executeTakeFirst()
}

/** Moves the next fetch. False: another process did. */
export async function claimFeed(db: Db, { name, next_at }: EnabledFeedRow, until: number): Promise<boolean> {
  const moved = updateRows(db, 'enabled_feeds', { name }, { next_at: until })
  return hasChanged(moved.where('next_at', '=', next_at))
}

/** Enables a feed, or replaces what is configured of it; the results of its fetches stay. */
export async function enableFeed(
  db: Db,
  feed: Omit<EnabledFeedRow, 'succeeded_at' | 'failures' | 'failed_at' | 'error_code' | 'error'>,
): Promise<void> {
  const { enabled_at: _, ...changes } = feed
  const row = { ...feed, succeeded_at: null, failures: 0, failed_at: null, error_code: null, error: null }
  await saveRow(db, 'enabled_feeds', ['name'], row, { changes })
}

export const disableFeed = remover('enabled_feeds', 'name')

export async function recordFetch(
  db: Db,
  name: string,
  result: Partial<Pick<EnabledFeedRow, 'succeeded_at' | 'failures' | 'failed_at' | 'error_code' | 'error' | 'next_at'>>,
): Promise<void> {
  await updateRows(db, 'enabled_feeds', { name }, result).execute()
}

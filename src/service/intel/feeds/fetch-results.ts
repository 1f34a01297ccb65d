import { WardenError } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { RandomBytes } from '../../runtime/deps.ts'
import { recordFetch } from '../../store/repositories/enabled-feeds.ts'
import type { EnabledFeedRow } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import { FeedUnreachable } from '../import/fetch-feed.ts'
import { olderFeed } from '../import/import-failures.ts'

interface FetchDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: RandomBytes
}

/** Limit of a fetch with its import (ms). Until then no other process begins the same one. */
export const LONGEST_FETCH_MS = 30 * 60_000
/** Wait after the first of several failures (ms); it doubles up to the interval of the feed. */
const RETRY_MS = 5 * 60_000
/** After so many failures the wait grows no more. */
const MOST_DOUBLINGS = 20

/** Fetches an enabled feed, and stores when that succeeded or failed, and when the next fetch is. */
export async function recordingFetch<T>(deps: FetchDeps, feed: EnabledFeedRow, work: () => Promise<T>): Promise<T> {
  const { store, clock } = deps
  const record = (result: Parameters<typeof recordFetch>[2]) => store.write((db) => recordFetch(db, feed.name, result))
  // A process that is killed, or cannot write, does not fetch again at once.
  await record({ next_at: clock.now() + LONGEST_FETCH_MS })
  try {
    const fetched = await work()
    const now = clock.now()
    await record({ succeeded_at: now, failures: 0, next_at: now + spread(feed.interval_ms, deps) })
    return fetched
  } catch (error) {
    const now = clock.now()
    if (error instanceof WardenError && error.kind === 'interrupted') {
      await record({ next_at: now + RETRY_MS })
      throw error
    }
    const wait = Math.min(RETRY_MS * 2 ** Math.min(feed.failures, MOST_DOUBLINGS), feed.interval_ms)
    // Never before the server wants to be asked again.
    const asked = error instanceof FeedUnreachable ? (error.retryAfterMs ?? 0) : 0
    await record({
      failures: feed.failures + 1,
      failed_at: now,
      next_at: now + Math.max(spread(wait, deps), asked),
      ...(error instanceof WardenError
        ? { error_code: error.code, error: error.message }
        : { error_code: 'internal', error: 'an unexpected error' }),
    })
    throw error
  }
}

/** Up to a tenth earlier, so that many servers do not fetch at the same time. */
function spread(ms: number, { random }: FetchDeps): number {
  return Math.round(ms * (1 - (0.1 * Buffer.from(random(4)).readUInt32BE()) / 2 ** 32))
}

/**
 * Refuses a snapshot that was changed earlier than the stored one: a cache or mirror lags behind.
 * @param before `Last-Modified` of the stored snapshot
 * @throws WardenError `older-feed`
 */
export function requireNewer(before: string | null, given: string | null): void {
  if (before !== null && given !== null && Date.parse(given) < Date.parse(before)) throw olderFeed(before, given)
}

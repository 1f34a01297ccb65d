import type { ImportFormat } from '../../../api/vocabulary.ts'
import { refusal, WardenError } from '../../../shared/errors.ts'
import { claimFeed, findDueFeed, findEnabledFeed, recordFetch } from '../../store/repositories/enabled-feeds.ts'
import { confirmSource, findSource } from '../../store/repositories/intel-sources.ts'
import type { EnabledFeedRow, IntelSourceRow } from '../../store/schema/schema.ts'
import { FeedUnreachable, fetchBytes, fetchFeed, requireFeed } from '../import/fetch-feed.ts'
import { olderFeed, otherFormat, unknownSource } from '../import/import-failures.ts'
import { chainIdsOf } from '../import/import-feed.ts'
import { withAbortReason, withImportLock } from '../import/import-lock.ts'
import type {
  FetchedFacts,
  ImportControl,
  ImportReport,
  ImportRequest,
  IntelDeps,
  SyncOptions,
  SyncReport,
} from '../import/import-request.ts'
import type { FeedStream } from '../import/open-feed.ts'
import { readAhead } from '../import/read-ahead.ts'
import { toSourceRecord, toSync, urlsOf } from '../import/source-record.ts'
import { storeSnapshot } from '../import/store-snapshot.ts'

/** Limit of a fetch with its import (ms). Until then no other process begins the same one. */
const LONGEST_FETCH_MS = 30 * 60_000
/** Wait after the first of several failures (ms); it doubles up to the interval of the feed. */
const RETRY_MS = 5 * 60_000
/** After so many failures the wait grows no more. */
const MOST_DOUBLINGS = 20

interface FetchOptions extends SyncOptions, Pick<ImportRequest, 'maxAgeMs'> {
  readonly source: string
  readonly format: string
  /** The source when the fetch began. */
  readonly held: IntelSourceRow | undefined
}

/** Files that a server sends, with what is stored of their origin. */
interface SentFeed extends FetchedFacts {
  readonly files: readonly FeedStream[]
}

const MOST_FETCHED_BYTES = 300 * 1024 * 1024
const MOST_FETCHED_ROWS = 2_000_000
const LONGEST_SILENCE_MS = 2 * 60_000

/** Feeds that servers send. What a server sends is complete before the import lock is taken: other imports wait for none. */
export class FeedFetches {
  readonly #deps: IntelDeps

  constructor(deps: IntelDeps) {
    this.#deps = deps
  }

  /** Replaces the snapshot of a source with what a URL has. */
  async import(url: string, request: ImportRequest, source: string, control: ImportControl): Promise<ImportReport> {
    const { read } = this.#deps.store
    const held = await findSource(read, source)
    const limited = withinLongest(control)
    return this.#fetch(url, { etag: null, lastModified: null }, limited, async (feed) => {
      const { bytes, ...validators } = requireFeed(feed, url)
      const sent = { files: [{ bytes, path: pathOf(url) }], url, ...validators }
      return this.#take(request, source, held, sent, limited, async (store) => {
        const row = await findSource(read, source)
        if (row && row.generation !== held?.generation && !request.force) throw overtaken(source)
        return store()
      })
    })
  }

  async sync(name: string, options: SyncOptions, control: ImportControl): Promise<SyncReport> {
    const limited = withinLongest(control)
    const { row, enabled } = await this.#fetchable(name)
    if (!enabled) {
      const request = { ...options, source: name, format: row.format, held: row }
      return this.#fetchOne(row.url, request, limited)
    }
    const report = await recordingFetch(this.#deps, enabled, () => {
      const request = this.#requestFor(enabled, row, options)
      const urls = urlsOf(enabled)
      const [url = ''] = urls
      // Several files have no validators together: they are fetched whole.
      return urls.length === 1 ? this.#fetchOne(url, request, limited) : this.#fetchAll(urls, request, limited)
    })
    const fetched = await findEnabledFeed(this.#deps.store.read, name)
    return { ...report, sync: fetched ? toSync(fetched) : null }
  }

  async startDue(signal: AbortSignal): Promise<{ readonly fetching: Promise<SyncReport> } | undefined> {
    const { store, clock } = this.#deps
    for (;;) {
      const now = clock.now()
      const due = await findDueFeed(store.read, now)
      if (!due) return undefined
      if (await store.write((db) => claimFeed(db, due, now + LONGEST_FETCH_MS)))
        return { fetching: this.sync(due.name, {}, { signal }) }
    }
  }

  /** @throws WardenError `not-found`, `no-url` */
  async #fetchable(
    name: string,
  ): Promise<
    | { readonly row: IntelSourceRow | undefined; readonly enabled: EnabledFeedRow }
    | { readonly row: IntelSourceRow & { readonly url: string }; readonly enabled: undefined }
  > {
    const { read } = this.#deps.store
    const [row, enabled] = [await findSource(read, name), await findEnabledFeed(read, name)]
    if (enabled) return { row, enabled }
    if (!row) throw unknownSource(name)
    if (row.url === null) throw notFetched(name)
    return { row: { ...row, url: row.url }, enabled }
  }

  #requestFor(
    enabled: EnabledFeedRow,
    held: IntelSourceRow | undefined,
    { force, rescreenSince }: SyncOptions,
  ): FetchOptions {
    const { name: source, format, rescreen_ms, max_age_ms } = enabled
    const since = rescreenSince ?? (rescreen_ms === null ? undefined : this.#deps.clock.now() - rescreen_ms)
    return { source, format, held, force, rescreenSince: since, maxAgeMs: held?.max_age_ms ?? max_age_ms }
  }

  async #fetchAll(urls: readonly string[], request: FetchOptions, control: ImportControl): Promise<SyncReport> {
    const fetching = await this.#fetching(control)
    const files = urls.map((url) => ({ path: pathOf(url), bytes: fetchBytes({ url, ...fetching }) }))
    const [url = ''] = urls
    return this.#replace(request, { files, url }, control)
  }

  async #fetchOne(url: string, request: FetchOptions, control: ImportControl): Promise<SyncReport> {
    const { store, clock } = this.#deps
    const { source, held } = request
    // What came from another URL says nothing about this one.
    const row = held?.url === url ? held : undefined
    const known = { etag: row?.etag ?? null, lastModified: row?.last_modified ?? null }
    return this.#fetch(url, known, control, async (feed): Promise<SyncReport> => {
      const isConditional = known.etag !== null || known.lastModified !== null
      if (feed.kind === 'unchanged' && row && isConditional) {
        const now = clock.now()
        await store.write((db) => confirmSource(db, row, now))
        return this.#unchanged(source)
      }
      const { bytes, ...validators } = requireFeed(feed, url)
      if (!request.force) requireNewer(known.lastModified, validators.lastModified)
      return this.#replace(request, { files: [{ bytes, path: pathOf(url) }], url, ...validators }, control)
    })
  }

  /** Replaces the snapshot that was held when the fetch began. One that came meanwhile is the newer one, and stays. */
  #replace(
    request: FetchOptions,
    sent: SentFeed & { readonly url: string },
    control: ImportControl,
  ): Promise<SyncReport> {
    const { source, held, format, ...options } = request
    const wanted = { ...options, format: format as ImportFormat, from: { url: sent.url } }
    return this.#take(wanted, source, held, sent, control, async (store): Promise<SyncReport> => {
      // It may have been disabled or removed.
      const { row } = await this.#fetchable(source)
      if (row?.generation !== held?.generation) return this.#unchanged(source)
      return { ...(await store()), outcome: 'replaced' }
    })
  }

  async #unchanged(source: string): Promise<SyncReport> {
    const row = await findSource(this.#deps.store.read, source)
    if (!row) throw unknownSource(source)
    return { ...toSourceRecord(row, this.#deps.clock.now()), outcome: 'unchanged' }
  }

  /** Reads what a server sends to its end, and then has `use` store it, under the import lock. */
  #take<T>(
    request: ImportRequest,
    source: string,
    held: IntelSourceRow | undefined,
    { files, ...fetched }: SentFeed,
    control: ImportControl,
    use: (store: () => Promise<ImportReport>) => Promise<T>,
  ): Promise<T> {
    const { store, clock, maxFetchedBytes: mostBytes = MOST_FETCHED_BYTES } = this.#deps
    const { maxFetchedRows: mostRows = MOST_FETCHED_ROWS } = this.#deps
    const { format, force = false, chainIds = held && chainIdsOf(held) } = request
    if (held && held.format !== format) throw otherFormat(source, held.format, format)
    const limits = { mostRows, mostBytes, silenceMs: LONGEST_SILENCE_MS, elapsed: () => clock.elapsed() }
    return withAbortReason(control.signal, () =>
      readAhead({ ...control, format, files, chainIds, limits, before: held, force }, (origin) =>
        withImportLock(store, control, () =>
          use(() => storeSnapshot(this.#deps, request, source, origin, fetched, control)),
        ),
      ),
    )
  }

  async #fetch<T>(
    url: string,
    known: { readonly etag: string | null; readonly lastModified: string | null },
    control: ImportControl,
    use: Parameters<typeof fetchFeed<T>>[1],
  ): Promise<T> {
    const fetching = await this.#fetching(control)
    return withAbortReason(control.signal, () => fetchFeed({ url, ...known, ...fetching }, use))
  }

  async #fetching({ signal }: ImportControl) {
    const { policy, clock, maxFetchedBytes: maxBytes = MOST_FETCHED_BYTES } = this.#deps
    return { policy: await policy(), maxBytes, signal, now: clock.now() }
  }
}

/** Path of a URL: some feeds name the chain in it. */
export function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? ''
}

function withinLongest(control: ImportControl): ImportControl {
  const limit = AbortSignal.timeout(LONGEST_FETCH_MS)
  return { ...control, signal: control.signal ? AbortSignal.any([control.signal, limit]) : limit }
}

function overtaken(source: string): WardenError {
  return refusal(
    'newer-snapshot',
    `a snapshot of ${source} was stored while this one was fetched, and stays (--force replaces it)`,
  )
}

function notFetched(name: string): WardenError {
  return refusal('no-url', `the source ${name} was imported from a file and has no URL to sync from`)
}

type FetchDeps = Pick<IntelDeps, 'store' | 'clock' | 'random'>

/** Fetches an enabled feed, and stores when that succeeded or failed, and when the next fetch is. */
async function recordingFetch<T>(deps: FetchDeps, feed: EnabledFeedRow, work: () => Promise<T>): Promise<T> {
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
function requireNewer(before: string | null, given: string | null): void {
  if (before !== null && given !== null && Date.parse(given) < Date.parse(before)) throw olderFeed(before, given)
}

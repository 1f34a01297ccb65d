import type { SourceRecord } from '../../api/schemas/intel.ts'
import type { ImportFormat } from '../../api/vocabulary.ts'
import { refusal, type WardenError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { sleep } from '../../shared/time/sleep.ts'
import type { EgressPolicy } from '../egress/egress-policy.ts'
import { localAuthor } from '../keys/authenticate.ts'
import type { Ids, RandomBytes } from '../runtime/deps.ts'
import { recordChange } from '../store/repositories/audit.ts'
import { disableFeed, findDueFeed, findEnabledFeed } from '../store/repositories/enabled-feeds.ts'
import { confirmSource, deleteSource, findSource } from '../store/repositories/intel-sources.ts'
import { findGeneration, listedIn } from '../store/repositories/listed-addresses.ts'
import { insertRescreen, MOST_ADDRESSES, rescreenRow, type WantedAddresses } from '../store/repositories/rescreens.ts'
import { bumpEvidenceRevision } from '../store/repositories/revisions.ts'
import type { Db, EnabledFeedRow, IntelSourceRow } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { recordingFetch, requireNewer } from './feeds/fetch-results.ts'
import { maxAgeOf } from './formats/index.ts'
import { fetchBytes, fetchFeed, requireFeed } from './import/fetch-feed.ts'
import { type GraphReport, importGraph } from './import/graph-import.ts'
import { interrupted, unknownSource } from './import/import-failures.ts'
import { deleteAbandonedUnlessAborted, type FeedImport, type ImportProgress, importFeed } from './import/import-feed.ts'
import { type FeedOrigin, feedName } from './import/open-feed.ts'
import { checkName } from './import/source-name.ts'
import { sourceRecords, toSourceRecord, toSync, urlsOf } from './import/source-record.ts'

export interface IntelDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: Ids
  /** Addresses feeds may be fetched from, besides public ones. */
  readonly policy: () => Promise<EgressPolicy>
  /** Spreads the fetches of several servers. */
  readonly random: RandomBytes
  /** Size limit of a fetched feed; default 1 GiB. */
  readonly maxFetchedBytes?: number
  readonly maxFetchedRows?: number
}

/** A file or folder, a stream (stdin), or a URL. */
export type FeedLocation =
  | { readonly path: string }
  | { readonly stream: AsyncIterable<Uint8Array>; readonly name: string }
  | { readonly url: string }

/** Callbacks and cancellation of a long import. */
export interface ImportControl {
  readonly onProgress?: (progress: ImportProgress) => void
  /** Called once when another import holds the lock. */
  readonly onWait?: () => void
  readonly signal?: AbortSignal
}

export interface ImportRequest {
  readonly format: ImportFormat
  readonly from: FeedLocation
  /** Default: the format and the name of the file, folder or URL. */
  readonly source?: string | undefined
  /** Chains of addresses for which the feed names none. */
  readonly chainIds?: readonly string[] | undefined
  /** Default: the source's stored value, else the format's. */
  readonly maxAgeMs?: number | undefined
  /** Time of the snapshot (ms); default: now. */
  readonly asOf?: number | undefined
  readonly force?: boolean | undefined
  /** Begins a rescreen of transactions from this time on (ms), by what the snapshot adds or changes. */
  readonly rescreenSince?: number | undefined
}

export interface ImportReport extends SourceRecord {
  readonly importedAt: string
  readonly asOf: string
  /** Id of the rescreen that the import began. */
  readonly rescreenId?: string

  /** The previous snapshot. */
  readonly replaced: { readonly kept: number; readonly importedAt: string } | null
}

export type SyncReport =
  | (ImportReport & { readonly outcome: 'replaced' })
  | (SourceRecord & { readonly outcome: 'unchanged' })

export type SyncOptions = Pick<ImportRequest, 'force' | 'rescreenSince'>

interface FetchOptions extends SyncOptions, Pick<ImportRequest, 'maxAgeMs'> {
  readonly source: string
  readonly format: string
}

const MOST_FETCHED_BYTES = 300 * 1024 * 1024
const MOST_FETCHED_ROWS = 2_000_000
const LONGEST_SILENCE_MS = 2 * 60_000
/** Limit of an unattended fetch with its import (ms): a server that sends little by little would keep the import lock. */
const LONGEST_FETCH_MS = 30 * 60_000
const LOCK_RETRY_MS = 100

/** Threat feeds and reference lists of the local service. What changes them is in process only. */
export class IntelAdministration {
  readonly #deps: IntelDeps

  constructor(deps: IntelDeps) {
    this.#deps = deps
  }

  /**
   * Replaces the snapshot of a source with a feed, whole or not at all.
   * @throws WardenError of kind `refused` for a feed that is rejected, `unavailable` for one that cannot be fetched
   */
  async import(request: ImportRequest, control: ImportControl = {}): Promise<ImportReport> {
    const { from, format } = request
    const source = checkName(request.source ?? `${format}:${nameOf(from)}`)
    return withImportLock(this.#deps.store, control, () => {
      if (!('url' in from)) return this.#import(request, source, originOf(from), { url: undefined }, control)
      return this.#fetch(from.url, { etag: null, lastModified: null }, control, async (feed) => {
        const { etag, lastModified, bytes } = requireFeed(feed, from.url)
        const origin: FeedOrigin = { kind: 'streams', files: [{ bytes, path: pathOf(from.url) }] }
        return this.#import(request, source, origin, { url: from.url, etag, lastModified }, control)
      })
    })
  }

  /**
   * Adds the transfers of a file to the hop graph.
   * @param chainId chain of the rows that name none
   * @throws WardenError `not-this-format`
   */
  async importGraph(
    from: Exclude<FeedLocation, { url: string }>,
    chainId: string,
    control: ImportControl = {},
  ): Promise<GraphReport> {
    const { store } = this.#deps
    const { onProgress, signal } = control
    return withImportLock(store, control, () =>
      importGraph(store, {
        origin: originOf(from),
        chainId,
        audit: (db, { rejections: _, ...counts }) => {
          const file = nameOf(from)
          return recordChange(db, localAuthor(this.#deps), 'intel.graph-import', file, { after: { file, ...counts } })
        },
        ...(onProgress && { onProgress }),
        ...(signal && { signal }),
      }),
    )
  }

  /** Sorted by name, with enabled feeds that were not fetched yet. */
  async sources(): Promise<SourceRecord[]> {
    return sourceRecords(this.#deps.store.read, this.#deps.clock.now())
  }

  /**
   * Deactivates a source at once, then deletes its entries.
   * @throws WardenError `not-found`
   */
  async remove(name: string, control: ImportControl = {}): Promise<SourceRecord> {
    const { store, clock } = this.#deps
    return withImportLock(store, control, async () => {
      const row = await store.write(async (db) => {
        const found = await findSource(db, name)
        if (!found) throw unknownSource(name)
        await deleteSource(db, name)
        // Otherwise it would be fetched again.
        await disableFeed(db, name)
        await bumpEvidenceRevision(db)
        await this.#audit(db, 'intel.remove', found, undefined)
        return found
      })
      await deleteAbandonedUnlessAborted(store, control.signal)
      return toSourceRecord(row, clock.now())
    })
  }

  /**
   * Fetches a source from its URL, unless the server reports it as unchanged.
   * @throws WardenError as `import` does, `not-found`, `older-feed`, and `no-url` for a source imported from a file
   */
  sync(name: string, options: SyncOptions = {}, control: ImportControl = {}): Promise<SyncReport> {
    return withImportLock(this.#deps.store, control, () => this.#sync(name, options, control))
  }

  /**
   * Fetches the enabled feed that is due. The import lock makes one of several processes fetch it: where another one has
   * the lock, nothing is fetched.
   * @throws WardenError as `sync` does
   */
  async syncDue(signal: AbortSignal): Promise<SyncReport | undefined> {
    const { store, clock } = this.#deps
    if (!(await findDueFeed(store.read, clock.now()))) return undefined
    const lock = await store.tryLock('import')
    if (!lock) return undefined
    try {
      // Another process may have fetched it before it released the lock.
      const due = await findDueFeed(store.read, clock.now())
      const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_FETCH_MS)])
      return due && (await this.#sync(due.name, {}, { signal: limited }))
    } finally {
      await lock.release()
    }
  }

  /** The caller holds the import lock. */
  async #sync(name: string, options: SyncOptions, control: ImportControl): Promise<SyncReport> {
    const { store } = this.#deps
    const [row, enabled] = [await findSource(store.read, name), await findEnabledFeed(store.read, name)]
    if (!enabled) {
      if (!row) throw unknownSource(name)
      if (row.url === null) throw notFetched(name)
      return this.#fetchOne(row.url, row, { ...options, source: name, format: row.format }, control)
    }
    const report = await recordingFetch(this.#deps, enabled, control.signal, () => {
      const request = this.#requestFor(enabled, row, options)
      const urls = urlsOf(enabled)
      const [url = ''] = urls
      // Several files have no validators together: they are fetched whole.
      return urls.length === 1
        ? this.#fetchOne(url, row?.url === url ? row : undefined, request, control)
        : this.#fetchAll(urls, request, control)
    })
    const fetched = await findEnabledFeed(store.read, name)
    return { ...report, sync: fetched ? toSync(fetched) : null }
  }

  #requestFor(
    enabled: EnabledFeedRow,
    row: IntelSourceRow | undefined,
    { force, rescreenSince }: SyncOptions,
  ): FetchOptions {
    const { name: source, format, rescreen_ms, max_age_ms } = enabled
    const since = rescreenSince ?? (rescreen_ms === null ? undefined : this.#deps.clock.now() - rescreen_ms)
    return { source, format, force, rescreenSince: since, maxAgeMs: row?.max_age_ms ?? max_age_ms }
  }

  async #fetchAll(urls: readonly string[], request: FetchOptions, control: ImportControl): Promise<SyncReport> {
    const { policy, clock, maxFetchedBytes: maxBytes = MOST_FETCHED_BYTES } = this.#deps
    const fetching = { policy: await policy(), maxBytes, signal: control.signal, now: clock.now() }
    const files = urls.map((url) => ({ path: pathOf(url), bytes: fetchBytes({ url, ...fetching }) }))
    const [url = ''] = urls
    const wanted = { ...request, format: request.format as ImportFormat, from: { url } }
    const report = await this.#import(wanted, request.source, { kind: 'streams', files }, { url }, control)
    return { ...report, outcome: 'replaced' }
  }

  /** @param row the snapshot that came from this URL */
  async #fetchOne(
    url: string,
    row: IntelSourceRow | undefined,
    request: FetchOptions,
    control: ImportControl,
  ): Promise<SyncReport> {
    const { store, clock } = this.#deps
    const { source } = request
    const known = { etag: row?.etag ?? null, lastModified: row?.last_modified ?? null }
    return this.#fetch(url, known, control, async (feed): Promise<SyncReport> => {
      const isConditional = known.etag !== null || known.lastModified !== null
      if (feed.kind === 'unchanged' && row && isConditional) {
        const now = clock.now()
        await store.write((db) => confirmSource(db, source, now))
        return { ...toSourceRecord({ ...row, as_of: now }, now), outcome: 'unchanged' }
      }
      const { etag, lastModified, bytes } = requireFeed(feed, url)
      if (!request.force) requireNewer(known.lastModified, lastModified)
      const origin: FeedOrigin = { kind: 'streams', files: [{ bytes, path: pathOf(url) }] }
      const wanted = { ...request, format: request.format as ImportFormat, from: { url } }
      const report = await this.#import(wanted, source, origin, { url, etag, lastModified }, control)
      return { ...report, outcome: 'replaced' }
    })
  }

  async #import(
    request: ImportRequest,
    source: string,
    origin: FeedOrigin,
    fetched: { readonly url: string | undefined; readonly etag?: string | null; readonly lastModified?: string | null },
    { onProgress, signal }: ImportControl,
  ): Promise<ImportReport> {
    const { store, clock, maxFetchedRows = MOST_FETCHED_ROWS } = this.#deps
    const now = clock.now()
    const held = await findSource(store.read, source)
    const facts: FeedImport['facts'] = {
      as_of: Math.min(request.asOf ?? now, now),
      max_age_ms: request.maxAgeMs ?? held?.max_age_ms ?? maxAgeOf(request.format) ?? null,
      chain_ids: request.chainIds ? JSON.stringify(request.chainIds) : (held?.chain_ids ?? null),
      // Without the validators of a fetched snapshot, the next sync fetches the whole feed.
      url: fetched.url ?? held?.url ?? null,
      etag: fetched.etag ?? null,
      last_modified: fetched.lastModified ?? null,
    }
    let rescreenId: string | undefined
    const { before, after } = await importFeed(store, {
      source,
      format: request.format,
      origin,
      force: request.force ?? false,
      now,
      facts,
      audit: (db, old, fresh) => this.#audit(db, 'intel.import', old, fresh),
      compare: async (generation, old) => {
        const since = request.rescreenSince
        if (since === undefined || request.format === 'prices') return undefined
        const wanted = await addedBy(store.read, generation, old?.generation)
        if (wanted?.size === 0) return undefined
        const row = rescreenRow({ id: this.#deps.newId(), now: clock.now(), since, source, wanted })
        rescreenId = row.id
        return (db) => insertRescreen(db, row)
      },
      ...(onProgress && { onProgress }),
      ...(signal && { signal }),
      ...(fetched.url !== undefined && {
        limits: { mostRows: maxFetchedRows, silenceMs: LONGEST_SILENCE_MS, elapsed: () => clock.elapsed() },
      }),
    })
    return {
      ...toSourceRecord(after, now),
      ...(rescreenId !== undefined && { rescreenId }),
      replaced: before ? { kept: before.rows_kept, importedAt: new Date(before.imported_at).toISOString() } : null,
    }
  }

  async #fetch<T>(
    url: string,
    known: { readonly etag: string | null; readonly lastModified: string | null },
    { signal }: ImportControl,
    use: Parameters<typeof fetchFeed<T>>[1],
  ): Promise<T> {
    const { policy, clock, maxFetchedBytes: maxBytes = MOST_FETCHED_BYTES } = this.#deps
    return fetchFeed({ url, ...known, policy: await policy(), maxBytes, signal, now: clock.now() }, use)
  }

  async #audit(
    db: Db,
    action: string,
    before: IntelSourceRow | undefined,
    after: IntelSourceRow | undefined,
  ): Promise<void> {
    const author = localAuthor(this.#deps)
    const audited = (row: IntelSourceRow | undefined) => {
      if (!row) return undefined
      const { rejections: _, isStale: __, sync: ___, ...record } = toSourceRecord(row, author.now)
      return record
    }
    const name = (after ?? before)?.name ?? ''
    await recordChange(db, author, action, name, { before: audited(before), after: audited(after) })
  }
}

/** Addresses that a snapshot lists as threats, and that the earlier one did not list in the same way. */
async function addedBy(db: Db, generation: number, earlier: number | undefined): Promise<WantedAddresses> {
  const row = await findGeneration(db, generation)
  const found = row ? await listedIn(db, row, earlier, MOST_ADDRESSES) : undefined
  return found && found.size <= MOST_ADDRESSES ? found : undefined
}

/** Runs `work` while no other import runs on the database; waits for a running one. */
async function withImportLock<T>(store: Store, { onWait, signal }: ImportControl, work: () => Promise<T>): Promise<T> {
  let lock = await store.tryLock('import')
  if (!lock) onWait?.()
  while (!lock) {
    await sleep(LOCK_RETRY_MS, signal)
    if (signal?.aborted) throw interrupted()
    lock = await store.tryLock('import')
  }
  try {
    return await work()
  } catch (error) {
    throw signal?.aborted ? interrupted() : error
  } finally {
    await lock.release()
  }
}

function originOf(from: Exclude<FeedLocation, { url: string }>): FeedOrigin {
  return 'path' in from
    ? { kind: 'path', path: from.path }
    : { kind: 'streams', files: [{ bytes: from.stream, path: '' }] }
}

function nameOf(from: FeedLocation): string {
  if ('url' in from) return feedName(pathOf(from.url))
  return 'path' in from ? feedName(from.path) : from.name
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? ''
}

function notFetched(name: string): WardenError {
  return refusal('no-url', `the source ${name} was imported from a file and has no URL to sync from`)
}

import type { SourceRecord } from '../../api/schemas/intel.ts'
import type { ImportFormat } from '../../api/vocabulary.ts'
import { WardenError } from '../../shared/errors.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { sleep } from '../../shared/time/sleep.ts'
import type { EgressPolicy } from '../egress/egress-policy.ts'
import { LOCAL_ACTOR } from '../keys/authenticate.ts'
import type { Ids } from '../runtime/deps.ts'
import { type Author, recordChange } from '../store/repositories/audit.ts'
import { confirmSource, deleteSource, findSource, listSources } from '../store/repositories/intel-sources.ts'
import { findGeneration, listedIn } from '../store/repositories/listed-addresses.ts'
import { insertRescreen, MOST_ADDRESSES, rescreenRow, type WantedAddresses } from '../store/repositories/rescreens.ts'
import { bumpEvidenceRevision } from '../store/repositories/revisions.ts'
import type { Db, IntelSourceRow } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { BASELINE_SOURCE } from './baseline-records.ts'
import { maxAgeOf } from './formats/index.ts'
import { fetchFeed } from './import/fetch-feed.ts'
import { type GraphReport, importGraph } from './import/graph-import.ts'
import { interrupted, unknownSource } from './import/import-failures.ts'
import { deleteAbandonedUnlessAborted, type FeedImport, type ImportProgress, importFeed } from './import/import-feed.ts'
import { type FeedOrigin, feedName } from './import/open-feed.ts'
import { toSourceRecord } from './import/source-record.ts'

export interface IntelDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: Ids
  /** Addresses feeds may be fetched from, besides public ones. */
  readonly policy: () => Promise<EgressPolicy>
  /** Size limit of a fetched feed; default 1 GiB. */
  readonly maxFetchedBytes?: number
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
  /** Id of the rescreen that the import began. */
  readonly rescreenId?: string

  /** The previous snapshot. */
  readonly replaced: { readonly kept: number; readonly importedAt: string } | null
}

export type SyncReport =
  | (ImportReport & { readonly outcome: 'replaced' })
  | (SourceRecord & { readonly outcome: 'unchanged' })

const MOST_FETCHED_BYTES = 1024 * 1024 * 1024
const LONGEST_NAME = 100
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
        if (feed.kind === 'unchanged') throw new Error('304 to a request without a condition')
        const { etag, lastModified } = feed
        const origin: FeedOrigin = { kind: 'stream', bytes: feed.bytes, path: pathOf(from.url) }
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
          return recordChange(db, this.#author(), 'intel.graph-import', file, { after: { file, ...counts } })
        },
        ...(onProgress && { onProgress }),
        ...(signal && { signal }),
      }),
    )
  }

  /** Sorted by name. */
  async sources(): Promise<SourceRecord[]> {
    const rows = await listSources(this.#deps.store.read)
    return rows.map((row) => toSourceRecord(row, this.#deps.clock.now()))
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
        await bumpEvidenceRevision(db)
        await this.#audit(db, 'intel.remove', found, undefined)
        return found
      })
      await deleteAbandonedUnlessAborted(store, control.signal)
      return toSourceRecord(row, clock.now())
    })
  }

  /**
   * Fetches a source again from its URL, unless the server reports it as unchanged.
   * @throws WardenError as `import` does, `not-found`, and `no-url` for a source imported from a file
   */
  async sync(
    name: string,
    { force, rescreenSince }: Pick<ImportRequest, 'force' | 'rescreenSince'> = {},
    control: ImportControl = {},
  ): Promise<SyncReport> {
    const { store, clock } = this.#deps
    return withImportLock(store, control, async () => {
      const row = await findSource(store.read, name)
      if (!row) throw unknownSource(name)
      const { url, etag, last_modified: lastModified } = row
      if (url === null) throw notFetched(name)
      return this.#fetch(url, { etag, lastModified }, control, async (feed): Promise<SyncReport> => {
        if (feed.kind === 'unchanged') {
          const now = clock.now()
          await store.write((db) => confirmSource(db, name, now))
          return { ...toSourceRecord({ ...row, as_of: now }, now), outcome: 'unchanged' }
        }
        const request = { format: row.format as ImportFormat, from: { url }, force, rescreenSince }
        const origin: FeedOrigin = { kind: 'stream', bytes: feed.bytes, path: pathOf(url) }
        const fetched = { url, etag: feed.etag, lastModified: feed.lastModified }
        return { ...(await this.#import(request, name, origin, fetched, control)), outcome: 'replaced' }
      })
    })
  }

  async #import(
    request: ImportRequest,
    source: string,
    origin: FeedOrigin,
    fetched: { readonly url: string | undefined; readonly etag?: string | null; readonly lastModified?: string | null },
    { onProgress, signal }: ImportControl,
  ): Promise<ImportReport> {
    const { store, clock } = this.#deps
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
    const { policy, maxFetchedBytes: maxBytes = MOST_FETCHED_BYTES } = this.#deps
    return fetchFeed({ url, ...known, policy: await policy(), maxBytes, signal }, use)
  }

  async #audit(
    db: Db,
    action: string,
    before: IntelSourceRow | undefined,
    after: IntelSourceRow | undefined,
  ): Promise<void> {
    const author = this.#author()
    const audited = (row: IntelSourceRow | undefined) => {
      if (!row) return undefined
      const { rejections: _, isStale: __, ...record } = toSourceRecord(row, author.now)
      return record
    }
    const name = (after ?? before)?.name ?? ''
    await recordChange(db, author, action, name, { before: audited(before), after: audited(after) })
  }

  #author(): Author {
    return { newId: this.#deps.newId, now: this.#deps.clock.now(), actor: LOCAL_ACTOR }
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
  return 'path' in from ? { kind: 'path', path: from.path } : { kind: 'stream', bytes: from.stream, path: '' }
}

function nameOf(from: FeedLocation): string {
  if ('url' in from) return feedName(pathOf(from.url))
  return 'path' in from ? feedName(from.path) : from.name
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? ''
}

function checkName(name: string): string {
  const fault =
    name.trim() === '' || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)
      ? 'is not a name'
      : name.length > LONGEST_NAME
        ? `is longer than ${LONGEST_NAME} characters`
        : name === BASELINE_SOURCE
          ? 'is reserved for the built-in records'
          : undefined
  if (fault === undefined) return name
  throw new WardenError({
    kind: 'refused',
    code: 'bad-source-name',
    message: `the source name ${JSON.stringify(name)} ${fault}`,
    details: ['Choose another name with --source.'],
  })
}

function notFetched(name: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'no-url',
    message: `the source ${name} was imported from a file and has no URL to sync from`,
  })
}

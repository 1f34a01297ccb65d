/**
 * Room: Threat feeds: one importer a format, snapshots, look-ups; contracts that were added.
 *
 * `import` replaces a generation in one transaction. No lock is held while a server sends.
 */

import type { SourceRecord } from '../../api/schemas/intel.ts'
import { localAuthor } from '../keys/authenticate.ts'
import { recordChange } from '../store/repositories/audit.ts'
import { disableFeed } from '../store/repositories/enabled-feeds.ts'
import { deleteSource, findSource } from '../store/repositories/intel-sources.ts'
import { findGeneration, listedIn } from '../store/repositories/listed-addresses.ts'
import { insertRescreen, MOST_ADDRESSES, rescreenRow, type WantedAddresses } from '../store/repositories/rescreens.ts'
import { bumpEvidenceRevision } from '../store/repositories/revisions.ts'
import type { Db, IntelSourceRow } from '../store/schema/schema.ts'
import { FeedFetches, pathOf } from './feeds/feed-fetches.ts'
import { maxAgeOf } from './formats/index.ts'
import { type GraphReport, importGraph } from './import/graph-import.ts'
import { unknownSource } from './import/import-failures.ts'
import { deleteAbandonedUnlessAborted, type FeedImport, importFeed } from './import/import-feed.ts'
import { withImportLock } from './import/import-lock.ts'
import type {
  FeedLocation,
  FetchedFacts,
  ImportControl,
  ImportReport,
  ImportRequest,
  IntelDeps,
  SyncOptions,
  SyncReport,
} from './import/import-request.ts'
import { type FeedOrigin, feedName } from './import/open-feed.ts'
import { checkName } from './import/source-name.ts'
import { sourceRecords, toSourceRecord } from './import/source-record.ts'

/** Threat feeds and reference lists of the local service. What changes them is in process only. */
export class IntelAdministration {
  readonly #deps: IntelDeps
  readonly #fetches: FeedFetches

  constructor(deps: IntelDeps) {
    this.#deps = deps
    this.#fetches = new FeedFetches(deps, (...snapshot) => this.#import(...snapshot))
  }

  /**
   * Replaces the snapshot of a source with a feed, whole or not at all.
   * @throws WardenError of kind `refused` for a feed that is rejected, `unavailable` for one that cannot be fetched
   */
  async import(request: ImportRequest, control: ImportControl = {}): Promise<ImportReport> {
    const { from, format } = request
    const source = checkName(request.source ?? `${format}:${nameOf(from)}`)
    if (!('url' in from))
      return withImportLock(this.#deps.store, control, () =>
        this.#import(request, source, originOf(from), { url: undefined }, control),
      )
    return this.#fetches.import(from.url, request, source, control)
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
    return this.#fetches.sync(name, options, control)
  }

  /** Does what `startDue` begins. */
  async syncDue(signal: AbortSignal): Promise<SyncReport | undefined> {
    return (await this.startDue(signal))?.fetching
  }

  /**
   * Begins to fetch the enabled feed that waits longest. Of several processes one does: it moves the time of the next
   * fetch. Undefined when none is due.
   * @throws WardenError as `sync` does
   */
  startDue(signal: AbortSignal): Promise<{ readonly fetching: Promise<SyncReport> } | undefined> {
    return this.#fetches.startDue(signal)
  }

  async #import(
    request: ImportRequest,
    source: string,
    origin: FeedOrigin,
    fetched: FetchedFacts,
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

function originOf(from: Exclude<FeedLocation, { url: string }>): FeedOrigin {
  return 'path' in from
    ? { kind: 'path', path: from.path }
    : { kind: 'streams', files: [{ bytes: from.stream, path: '' }] }
}

function nameOf(from: FeedLocation): string {
  if ('url' in from) return feedName(pathOf(from.url))
  return 'path' in from ? feedName(from.path) : from.name
}

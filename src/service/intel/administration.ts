/**
 * Room: Threat feeds: one importer a format, snapshots, look-ups; contracts that were added.
 *
 * `import` replaces a generation in one transaction. No lock is held while a server sends.
 */

import type { SourceRecord } from '../../api/schemas/intel.ts'
import { refusal } from '../../shared/errors.ts'
import { localAuthor } from '../keys/authenticate.ts'
import { recordChange } from '../store/repositories/audit.ts'
import { disableFeed } from '../store/repositories/enabled-feeds.ts'
import { deleteSource, findSource } from '../store/repositories/intel-sources.ts'
import { bumpEvidenceRevision } from '../store/repositories/revisions.ts'
import { BASELINE_SOURCE } from './baseline-records.ts'
import { FeedFetches, pathOf } from './feeds/feed-fetches.ts'
import { type GraphReport, importGraph } from './import/graph-import.ts'
import { unknownSource } from './import/import-failures.ts'
import { deleteAbandonedUnlessAborted } from './import/import-feed.ts'
import { withImportLock } from './import/import-lock.ts'
import type {
  FeedLocation,
  ImportControl,
  ImportReport,
  ImportRequest,
  IntelDeps,
  SyncOptions,
  SyncReport,
} from './import/import-request.ts'
import { type FeedOrigin, feedName } from './import/open-feed.ts'
import { sourceRecords, toSourceRecord } from './import/source-record.ts'
import { audit, storeSnapshot } from './import/store-snapshot.ts'

/** Threat feeds and reference lists of the local service. What changes them is in process only. */
export class IntelAdministration {
  readonly #deps: IntelDeps
  readonly #fetches: FeedFetches

  constructor(deps: IntelDeps) {
    this.#deps = deps
    this.#fetches = new FeedFetches(deps)
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
        storeSnapshot(this.#deps, request, source, originOf(from), { url: undefined }, control),
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
    return withImportLock(store, control, () =>
      importGraph(store, {
        origin: originOf(from),
        chainId,
        audit: (db, { rejections: _, ...counts }) => {
          const file = nameOf(from)
          return recordChange(db, localAuthor(this.#deps), 'intel.graph-import', file, { after: { file, ...counts } })
        },
        ...control,
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
        await audit(this.#deps, db, 'intel.remove', found, undefined)
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

  /**
   * Begins to fetch the enabled feed that waits longest. Of several processes one does: it moves the time of the next
   * fetch. Undefined when none is due.
   * @throws WardenError as `sync` does
   */
  startDue(signal: AbortSignal): Promise<{ readonly fetching: Promise<SyncReport> } | undefined> {
    return this.#fetches.startDue(signal)
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

const LONGEST_NAME = 100

/** @throws WardenError `bad-source-name` */
function checkName(name: string): string {
  const fault =
    name.trim() === '' || /[\p{C}\p{Zl}\p{Zp}<>"'`|\\[\]{}*]/u.test(name)
      ? 'is not a name'
      : name.length > LONGEST_NAME
        ? `is longer than ${LONGEST_NAME} characters`
        : name === BASELINE_SOURCE
          ? 'is reserved for the built-in records'
          : undefined
  if (fault === undefined) return name
  throw refusal('bad-source-name', `the source name ${JSON.stringify(name)} ${fault}`, {
    details: ['Choose another name with --source.'],
  })
}

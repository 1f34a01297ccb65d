import type { ImportFormat } from '../../api/vocabulary.ts'
import { WardenError } from '../../shared/errors.ts'
import type { EgressPolicy } from '../egress/egress-policy.ts'
import { LOCAL_ACTOR } from '../keys/authenticate.ts'
import type { Clock, Ids } from '../runtime/deps.ts'
import { insertAudit } from '../store/repositories/audit.ts'
import { confirmSource, deleteSource, findSource, listSources } from '../store/repositories/intel-sources.ts'
import { bumpEvidenceRevision } from '../store/repositories/revisions.ts'
import type { Db, IntelSourceRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { BASELINE_SOURCE } from './baseline.ts'
import { maxAgeOf } from './formats/index.ts'
import { fetchFeed } from './import/fetch-feed.ts'
import { type GraphReport, importGraph } from './import/graph-import.ts'
import { unknownSource } from './import/import-failures.ts'
import { type FeedImport, importFeed, type Progress, sweepUnlessAborted } from './import/import-feed.ts'
import { asOnlyImport } from './import/import-lock.ts'
import { type FeedOrigin, feedName } from './import/open-feed.ts'
import { Slices } from './import/slices.ts'
import { type SourceRecord, toSourceRecord } from './import/source-record.ts'
import { type AddressKnowledge, knowledgeOf, type SelectorKnowledge, signaturesKnown } from './knowledge.ts'

export interface IntelDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: Ids
  /** Which addresses feeds may be fetched from beyond public ones. */
  readonly policy: () => Promise<EgressPolicy>
  /** Longest feed that is fetched; default 1 GiB. */
  readonly maxFetchedBytes?: number
}

/** Where a feed is: a file or folder, bytes that come in by themselves (stdin), or an address. */
export type FeedPlace =
  | { readonly path: string }
  | { readonly stream: AsyncIterable<Uint8Array>; readonly name: string }
  | { readonly url: string }

/** What a caller may watch of a long import. */
export interface Watching {
  readonly onProgress?: (progress: Progress) => void
  /** Another import runs, and is waited for. */
  readonly onWait?: () => void
  readonly signal?: AbortSignal
}

export interface ImportRequest {
  readonly format: ImportFormat
  readonly from: FeedPlace
  /** Default: format and name of the file, folder or address. */
  readonly source?: string | undefined
  /** Where its addresses are when the feed does not say. */
  readonly chainIds?: readonly string[] | undefined
  /** Default: what the source has, or the format's. */
  readonly maxAgeMs?: number | undefined
  /** When the snapshot was the current one (ms); default: now. */
  readonly asOf?: number | undefined
  readonly force?: boolean | undefined
}

export interface ImportReport extends SourceRecord {
  /** The snapshot that was there before. */
  readonly replaced: { readonly kept: number; readonly importedAt: string } | null
}

export type SyncReport =
  | (ImportReport & { readonly outcome: 'replaced' })
  | (SourceRecord & { readonly outcome: 'unchanged' })

const MOST_FETCHED_BYTES = 1024 * 1024 * 1024
const LONGEST_NAME = 100

/** The threat feeds and reference lists of the local service: in process only, no endpoint reaches them. */
export class IntelAdministration {
  readonly #deps: IntelDeps

  constructor(deps: IntelDeps) {
    this.#deps = deps
  }

  /**
   * Replaces a source's snapshot by a feed, whole or not at all.
   * @throws WardenError with kind `refused` for a feed that is not taken, `unavailable` for one that cannot be fetched
   */
  async import(request: ImportRequest, watching: Watching = {}): Promise<ImportReport> {
    const { from, format } = request
    const source = checkName(request.source ?? `${format}:${nameOf(from)}`)
    return asOnlyImport(this.#deps.store, watching, () => {
      if (!('url' in from)) return this.#import(request, source, originOf(from), { url: undefined }, watching)
      return this.#fetch(from.url, { etag: null, lastModified: null }, watching, async (feed) => {
        if (feed.kind === 'unchanged') throw new Error('304 to a request without a condition')
        const { etag, lastModified } = feed
        const origin: FeedOrigin = { kind: 'stream', bytes: feed.bytes, path: pathOf(from.url) }
        return this.#import(request, source, origin, { url: from.url, etag, lastModified }, watching)
      })
    })
  }

  /**
   * Adds the transfers of a file to the hop graph.
   * @param chainId where they were when the file does not say
   * @throws WardenError `not-this-format`
   */
  async importGraph(
    from: Exclude<FeedPlace, { url: string }>,
    chainId: string,
    { onProgress, signal, onWait }: Watching = {},
  ): Promise<GraphReport> {
    const { store, clock, newId } = this.#deps
    return asOnlyImport(store, { onWait, signal }, () =>
      importGraph(store, {
        origin: originOf(from),
        chainId,
        audit: (db, { rejections: _, ...counts }) =>
          insertAudit(db, {
            id: newId(),
            at: clock.now(),
            actor: LOCAL_ACTOR,
            action: 'intel.graph-import',
            resource_id: nameOf(from),
            before: null,
            after: JSON.stringify({ file: nameOf(from), ...counts }),
          }),
        ...(onProgress && { onProgress }),
        ...(signal && { signal }),
      }),
    )
  }

  /** By name. */
  async sources(): Promise<SourceRecord[]> {
    const rows = await listSources(this.#deps.store.read)
    return rows.map((row) => toSourceRecord(row, this.#deps.clock.now()))
  }

  /** Its entries are out of force at once, and deleted before this returns. Throws WardenError for an unknown name. */
  async remove(name: string, watching: Watching = {}): Promise<SourceRecord> {
    const { store, clock } = this.#deps
    return asOnlyImport(store, watching, async () => {
      const row = await store.write(async (db) => {
        const found = await findSource(db, name)
        if (!found) throw unknownSource(name)
        await deleteSource(db, name)
        await bumpEvidenceRevision(db)
        await this.#audit(db, 'intel.remove', found, undefined)
        return found
      })
      await sweepUnlessAborted(store, new Slices(store, watching.signal), watching.signal)
      return toSourceRecord(row, clock.now())
    })
  }

  /**
   * Fetches a source again from where it was fetched, unless it is unchanged there.
   * @throws WardenError as `import` does, and for a source that was not fetched
   */
  async sync(name: string, { force }: { readonly force?: boolean } = {}, watching: Watching = {}): Promise<SyncReport> {
    const { store, clock } = this.#deps
    return asOnlyImport(store, watching, async () => {
      const row = await findSource(store.read, name)
      if (!row) throw unknownSource(name)
      const { url, etag, last_modified: lastModified } = row
      if (url === null) throw notFetched(name)
      return this.#fetch(url, { etag, lastModified }, watching, async (feed): Promise<SyncReport> => {
        if (feed.kind === 'unchanged') {
          const now = clock.now()
          await store.write((db) => confirmSource(db, name, now))
          return { ...toSourceRecord({ ...row, as_of: now }, now), outcome: 'unchanged' }
        }
        const request = { format: row.format as ImportFormat, from: { url }, ...(force && { force }) }
        const origin: FeedOrigin = { kind: 'stream', bytes: feed.bytes, path: pathOf(url) }
        const fetched = { url, etag: feed.etag, lastModified: feed.lastModified }
        return { ...(await this.#import(request, name, origin, fetched, watching)), outcome: 'replaced' }
      })
    })
  }

  /** Everything that is known about an address (any case), on one chain or on all. */
  async check(address: string, chainId?: string): Promise<AddressKnowledge> {
    return knowledgeOf(this.#deps.store.read, address.toLowerCase(), chainId, this.#deps.clock.now())
  }

  /** The signatures known of a selector (0x and eight hex digits, any case). */
  async signatures(selector: string): Promise<SelectorKnowledge> {
    return signaturesKnown(this.#deps.store.read, selector.toLowerCase())
  }

  async #import(
    request: ImportRequest,
    source: string,
    origin: FeedOrigin,
    fetched: { readonly url: string | undefined; readonly etag?: string | null; readonly lastModified?: string | null },
    { onProgress, signal }: Watching,
  ): Promise<ImportReport> {
    const { store, clock } = this.#deps
    const now = clock.now()
    const held = await findSource(store.read, source)
    const facts: FeedImport['facts'] = {
      as_of: Math.min(request.asOf ?? now, now),
      max_age_ms: request.maxAgeMs ?? held?.max_age_ms ?? maxAgeOf(request.format) ?? null,
      chain_ids: request.chainIds ? JSON.stringify(request.chainIds) : (held?.chain_ids ?? null),
      // A file in the place of what was fetched: the next sync fetches anew.
      url: fetched.url ?? held?.url ?? null,
      etag: fetched.etag ?? null,
      last_modified: fetched.lastModified ?? null,
    }
    const { before, after } = await importFeed(store, {
      source,
      format: request.format,
      origin,
      force: request.force ?? false,
      now,
      facts,
      audit: (db, old, fresh) => this.#audit(db, 'intel.import', old, fresh),
      ...(onProgress && { onProgress }),
      ...(signal && { signal }),
    })
    return {
      ...toSourceRecord(after, now),
      replaced: before ? { kept: before.rows_kept, importedAt: new Date(before.imported_at).toISOString() } : null,
    }
  }

  async #fetch<T>(
    url: string,
    known: { readonly etag: string | null; readonly lastModified: string | null },
    { signal }: Watching,
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
    const now = this.#deps.clock.now()
    const audited = (row: IntelSourceRow | undefined) => {
      if (!row) return null
      const { rejections: _, isStale: __, ...record } = toSourceRecord(row, now)
      return JSON.stringify(record)
    }
    await insertAudit(db, {
      id: this.#deps.newId(),
      at: now,
      actor: LOCAL_ACTOR,
      action,
      resource_id: (after ?? before)?.name ?? '',
      before: audited(before),
      after: audited(after),
    })
  }
}

function originOf(from: Exclude<FeedPlace, { url: string }>): FeedOrigin {
  return 'path' in from ? { kind: 'path', path: from.path } : { kind: 'stream', bytes: from.stream, path: '' }
}

function nameOf(from: FeedPlace): string {
  if ('url' in from) return feedName(pathOf(from.url))
  return 'path' in from ? feedName(from.path) : from.name
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? ''
}

function checkName(name: string): string {
  const fault =
    name.trim() === '' || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)
      ? 'is no name'
      : name.length > LONGEST_NAME
        ? `is longer than ${LONGEST_NAME} characters`
        : name === BASELINE_SOURCE
          ? 'is what txwarden knows by itself'
          : undefined
  if (fault === undefined) return name
  throw new WardenError({
    kind: 'refused',
    code: 'bad-source-name',
    message: `${JSON.stringify(name)} ${fault}; name the source with --source`,
  })
}

function notFetched(name: string): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'no-url',
    message: `the source ${name} was not fetched from an address: there is nothing to sync`,
    try: 'txwarden intel import --help',
  })
}

import type { ImportFormat } from '../../../api/vocabulary.ts'
import {
  beginGeneration,
  deleteEntries,
  deleteGeneration,
  findAbandonedGeneration,
} from '../../store/repositories/intel-generations.ts'
import { findSource, saveSource } from '../../store/repositories/intel-sources.ts'
import { deletePrices } from '../../store/repositories/prices.ts'
import { bumpEvidenceRevision } from '../../store/repositories/revisions.ts'
import type { Db, IntelGenerationRow, IntelSourceRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { Format } from '../formats/format.ts'
import { formats } from '../formats/index.ts'
import { prices } from '../formats/prices.ts'
import { FeedHead, withFittingFormat } from './fitting-formats.ts'
import { emptyFeed, misreadFeed, otherFormat, shrunkFeed } from './import-failures.ts'
import { type FeedOrigin, openFeed } from './open-feed.ts'
import { PriceWriter } from './price-writer.ts'
import { Slices } from './slices.ts'
import { SnapshotWriter } from './snapshot-writer.ts'
import { isMisread, Tally } from './tally.ts'

export interface Progress {
  readonly rows: number
  readonly bytes: number
  /** Undefined when nobody knows. */
  readonly totalBytes: number | undefined
}

export interface FeedImport {
  readonly source: string
  readonly format: ImportFormat
  readonly origin: FeedOrigin
  /** Takes a snapshot that is empty, or much smaller than the one before. */
  readonly force: boolean
  readonly now: number
  /** What is kept of the source beside its rows. */
  readonly facts: Pick<IntelSourceRow, 'as_of' | 'max_age_ms' | 'chain_ids' | 'url' | 'etag' | 'last_modified'>
  /** In the transaction that puts the snapshot in force. */
  readonly audit: (db: Db, before: IntelSourceRow | undefined, after: IntelSourceRow) => Promise<void>
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

export interface ImportedFeed {
  readonly before: IntelSourceRow | undefined
  readonly after: IntelSourceRow
}

/** Rows that all must have been malformed before the rest of a feed is not looked at. */
const HOPELESS_ROWS = 10_000
/** A snapshot that keeps less than this of what the one before had is more likely broken than right. */
const LEAST_KEPT = 0.8
const ROWS_A_PROGRESS = 20_000
/** Ids looked at by one DELETE. */
const ROWS_A_DELETE = 64

/**
 * Replaces a source's snapshot by a feed's rows, whole or not at all. They go in as a new generation that nobody sees,
 * one row puts it in force, and the old one goes away; each in short transactions. Only under the import lock.
 * @throws WardenError `not-this-format`, `empty-feed`, `shrunk-feed`, `other-format`, `import-lost`
 */
export async function importFeed(store: Store, feed: FeedImport): Promise<ImportedFeed> {
  const before = await findSource(store.read, feed.source)
  if (before && before.format !== feed.format) throw otherFormat(feed.source, before.format, feed.format)
  const slices = new Slices(store, feed.signal)
  const generation = await store.write((db) => beginGeneration(db, feed.source, feed.now))
  const head = new FeedHead()
  const { writer, fill } = intakeOf(feed, generation, slices, head)
  let after: IntelSourceRow
  try {
    const tally = await fill()
    judge(tally, before, feed.force)
    after = sourceRow(feed, generation.id, tally, writer.entries)
    await store.write(async (db) => {
      await writer.confirm(db)
      await saveSource(db, after)
      await bumpEvidenceRevision(db)
      await feed.audit(db, before, after)
    })
  } catch (error) {
    // Why nothing was imported is what counts; what cannot be swept now, the next import sweeps.
    await sweep(store, slices).catch(() => {})
    throw await withFittingFormat(error, head, feed)
  }
  await sweepUnlessAborted(store, slices, feed.signal)
  return { before, after }
}

/** What is done stays done when somebody has no patience for the sweeping: the next import goes on with it. */
export async function sweepUnlessAborted(store: Store, slices: Slices, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sweep(store, slices)
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

/** Deletes every generation that is no source's. Only under the import lock. */
async function sweep(store: Store, slices: Slices): Promise<void> {
  for (;;) {
    const abandoned = await findAbandonedGeneration(store.read)
    if (!abandoned) return
    await slices.run(async (db, index) => {
      const first = abandoned.first_entry + index * ROWS_A_DELETE
      await deleteEntries(db, abandoned, first, ROWS_A_DELETE)
      if (first + ROWS_A_DELETE <= abandoned.last_entry || (await deletePrices(db, abandoned.id, ROWS_A_DELETE)))
        return true
      await deleteGeneration(db, abandoned.id)
      return false
    })
  }
}

/** Where the records of a format go. */
interface Writer<R> {
  readonly entries: number
  add(records: readonly R[]): Promise<void>
  flush(): Promise<void>
  confirm(db: Db): Promise<void>
}

interface Intake {
  readonly writer: Pick<Writer<never>, 'entries' | 'confirm'>
  fill(): Promise<Tally>
}

/** Prices have a table of their own; all else is said of addresses and selectors. */
function intakeOf(feed: FeedImport, generation: IntelGenerationRow, slices: Slices, head: FeedHead): Intake {
  if (feed.format === 'prices') {
    const writer = new PriceWriter(generation, slices, feed.facts.as_of)
    return { writer, fill: () => readInto(writer, prices, feed, head) }
  }
  const writer = new SnapshotWriter(generation, slices)
  const format = formats[feed.format]
  return { writer, fill: () => readInto(writer, format, feed, head) }
}

async function readInto<R>(writer: Writer<R>, format: Format<R>, feed: FeedImport, head: FeedHead): Promise<Tally> {
  const tally = new Tally()
  let bytes = 0
  let told = 0
  const chainIds = feed.facts.chain_ids === null ? undefined : (JSON.parse(feed.facts.chain_ids) as string[])
  const onBytes = (count: number) => {
    bytes += count
  }
  const { files, totalBytes } = await openFeed(feed.origin, { format, chainIds, onBytes, signal: feed.signal })
  for await (const file of files)
    for await (const rows of format.read(head.watch(file))) {
      feed.signal?.throwIfAborted()
      for (const row of rows) tally.add(row)
      await writer.add(rows.flatMap((row) => ('records' in row ? row.records : [])))
      if (tally.kept === 0 && tally.malformed > HOPELESS_ROWS) throw misreadFeed(tally)
      if (tally.read - told >= ROWS_A_PROGRESS) {
        told = tally.read
        feed.onProgress?.({ rows: told, bytes, totalBytes })
      }
    }
  await writer.flush()
  return tally
}

function judge(tally: Tally, before: IntelSourceRow | undefined, force: boolean): void {
  if (isMisread(tally)) throw misreadFeed(tally)
  if (force) return
  if (tally.kept === 0) throw emptyFeed(tally)
  if (before && tally.kept < before.rows_kept * LEAST_KEPT) throw shrunkFeed(tally, before.rows_kept)
}

function sourceRow(feed: FeedImport, generation: number, tally: Tally, entries: number): IntelSourceRow {
  return {
    name: feed.source,
    format: feed.format,
    generation,
    rows_read: tally.read,
    rows_kept: tally.kept,
    rows_rejected: tally.rejected,
    rejections: JSON.stringify(tally.rejections),
    entries,
    imported_at: feed.now,
    ...feed.facts,
  }
}

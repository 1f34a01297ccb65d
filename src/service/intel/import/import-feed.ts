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
import type { Db, IntelSourceRow } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import { BatchedWrites } from '../../store/writes/batched-writes.ts'
import { formatOf } from '../formats/index.ts'
import { FeedHead, withFittingFormat } from './fitting-formats.ts'
import { EntryWriter, type GenerationWriter, PriceWriter } from './generation-writers.ts'
import { otherFormat } from './import-failures.ts'
import type { FeedOrigin } from './open-feed.ts'
import { checkSnapshot, type ImportProgress, readRows } from './read-rows.ts'
import type { ImportTally } from './tally.ts'

export interface FeedImport {
  readonly source: string
  readonly format: ImportFormat
  readonly origin: FeedOrigin
  /** Accepts a snapshot that is empty, or much smaller than the previous one. */
  readonly force: boolean
  readonly now: number
  /** Stored with the source. */
  readonly facts: Pick<IntelSourceRow, 'as_of' | 'max_age_ms' | 'chain_ids' | 'url' | 'etag' | 'last_modified'>
  /** Compares the new snapshot with the active one before it replaces that; runs what it returns in the same transaction. */
  readonly compare?: (
    generation: number,
    before: IntelSourceRow | undefined,
  ) => Promise<((db: Db) => Promise<void>) | undefined>
  /** Runs in the transaction that activates the snapshot. */
  readonly audit: (db: Db, before: IntelSourceRow | undefined, after: IntelSourceRow) => Promise<void>
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal
}

export interface ImportedFeed {
  readonly before: IntelSourceRow | undefined
  readonly after: IntelSourceRow
}

/** Range of ids in one DELETE. */
const ROWS_A_DELETE = 64

/**
 * Replaces the snapshot of a source with the rows of a feed, whole or not at all: writes them as a new generation that
 * no reader sees, activates it with one row, then deletes the old generation. All in short transactions. The caller
 * holds the import lock.
 * @throws WardenError `not-this-format`, `empty-feed`, `shrunk-feed`, `other-format`, `import-lost`
 */
export async function importFeed(store: Store, feed: FeedImport): Promise<ImportedFeed> {
  const before = await findSource(store.read, feed.source)
  if (before && before.format !== feed.format) throw otherFormat(feed.source, before.format, feed.format)
  const writes = new BatchedWrites(store, feed.signal)
  const generation = await store.write((db) => beginGeneration(db, feed.source, feed.now))
  const head = new FeedHead()
  // The writer takes the records of the format.
  const writer: GenerationWriter<unknown> =
    feed.format === 'prices'
      ? new PriceWriter(generation, writes, feed.facts.as_of)
      : new EntryWriter(generation, writes)
  let after: IntelSourceRow
  try {
    const tally = await readRows(formatOf(feed.format), { ...feed, chainIds: chainIdsOf(feed.facts), head }, writer)
    checkSnapshot(tally, before, feed.force)
    after = sourceRow(feed, generation.id, tally, writer.entries)
    const writeDifference = await feed.compare?.(generation.id, before)
    await store.write(async (db) => {
      await writer.confirm(db)
      await saveSource(db, after)
      await bumpEvidenceRevision(db)
      await feed.audit(db, before, after)
      await writeDifference?.(db)
    })
  } catch (error) {
    // The first error is the one to report. The next import deletes what stays behind.
    await deleteAbandoned(store, writes).catch(() => {})
    throw await withFittingFormat(error, head, feed)
  }
  await deleteAbandonedUnlessAborted(store, feed.signal, writes)
  return { before, after }
}

/** An abort here does not undo the finished import: the next one deletes the rest. */
export async function deleteAbandonedUnlessAborted(
  store: Store,
  signal: AbortSignal | undefined,
  writes = new BatchedWrites(store, signal),
): Promise<void> {
  try {
    await deleteAbandoned(store, writes)
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

/** Deletes every generation that no source uses. The caller holds the import lock. */
async function deleteAbandoned(store: Store, writes: BatchedWrites): Promise<void> {
  for (;;) {
    const abandoned = await findAbandonedGeneration(store.read)
    if (!abandoned) return
    await writes.run(async (db, index) => {
      const first = abandoned.first_entry + index * ROWS_A_DELETE
      await deleteEntries(db, abandoned, first, ROWS_A_DELETE)
      if (first + ROWS_A_DELETE <= abandoned.last_entry || (await deletePrices(db, abandoned.id, ROWS_A_DELETE)))
        return true
      await deleteGeneration(db, abandoned.id)
      return false
    })
  }
}

/** Chains of a source, for addresses for which the feed names none; undefined: the format decides. */
export function chainIdsOf({ chain_ids }: Pick<IntelSourceRow, 'chain_ids'>): readonly string[] | undefined {
  return chain_ids === null ? undefined : (JSON.parse(chain_ids) as string[])
}

function sourceRow(feed: FeedImport, generation: number, tally: ImportTally, entries: number): IntelSourceRow {
  return {
    name: feed.source,
    format: feed.format,
    generation,
    rows_read: tally.read,
    rows_kept: tally.kept,
    rows_rejected: tally.rejected,
    rejections: JSON.stringify(tally.rejections),
    invalid: JSON.stringify(tally.invalid),
    entries,
    imported_at: feed.now,
    ...feed.facts,
  }
}

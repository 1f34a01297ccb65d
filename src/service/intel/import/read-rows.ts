import type { IntelSourceRow } from '../../store/schema/schema.ts'
import type { FormatReader } from '../formats/format.ts'
import type { FeedHead } from './fitting-formats.ts'
import type { GenerationWriter } from './generation-writers.ts'
import { emptyFeed, endlessFeed, largeFeed, misreadFeed, shrunkFeed, slowFeed } from './import-failures.ts'
import { type FeedOrigin, openFeed } from './open-feed.ts'
import { ImportTally, isMisread } from './tally.ts'

export interface ImportProgress {
  readonly rows: number
  readonly bytes: number
  /** Undefined when unknown. */
  readonly totalBytes: number | undefined
}

export interface FeedReading {
  readonly origin: FeedOrigin
  readonly chainIds: readonly string[] | undefined
  /** Keeps the head of the feed. */
  readonly head?: FeedHead
  /** Counts the rows; absent: a new one. */
  readonly tally?: ImportTally
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal
  /** Limits for a feed that a server sends. */
  readonly limits?: FetchLimits
}

/** Limits for all files of a feed together. */
export interface FetchLimits {
  readonly mostRows: number
  readonly mostBytes: number
  /** Longest time without a row (ms). */
  readonly silenceMs: number
  /** Time of a monotonic clock (ms). */
  elapsed(): number
}

/** After so many rows, all malformed, the import stops reading. */
const HOPELESS_ROWS = 10_000
/** A snapshot with less than this share of the previous one's rows is refused without `force`. */
const LEAST_KEPT = 0.8
const ROWS_A_PROGRESS = 20_000

/**
 * Reads all rows of a feed, and counts them.
 * @param writer gets their records
 * @throws WardenError `not-this-format`, `feed-too-large`, `feed-timeout`
 */
export async function readRows<R>(
  format: FormatReader<R>,
  { origin, chainIds, head, tally = new ImportTally(), onProgress, signal, limits }: FeedReading,
  writer?: Pick<GenerationWriter<R>, 'add' | 'flush'>,
): Promise<ImportTally> {
  let bytes = 0
  let reported = 0
  let rowAt = limits?.elapsed() ?? 0
  const onBytes = (count: number) => {
    bytes += count
    if (limits && bytes > limits.mostBytes) throw largeFeed(limits.mostBytes)
    if (limits && limits.elapsed() - rowAt > limits.silenceMs) throw slowFeed(limits.silenceMs)
  }
  const { files, totalBytes } = await openFeed(origin, { format, chainIds, onBytes, signal })
  for await (const file of files)
    for await (const rows of format.read(head ? head.watch(file) : file)) {
      signal?.throwIfAborted()
      for (const row of rows) tally.add(row)
      await writer?.add(rows.flatMap((row) => ('records' in row ? row.records : [])))
      if (tally.kept === 0 && tally.malformed > HOPELESS_ROWS) throw misreadFeed(tally)
      if (limits && tally.read > limits.mostRows) throw endlessFeed(limits.mostRows)
      rowAt = limits?.elapsed() ?? 0
      if (tally.read - reported >= ROWS_A_PROGRESS) {
        reported = tally.read
        onProgress?.({ rows: reported, bytes, totalBytes })
      }
    }
  await writer?.flush()
  return tally
}

/** @throws WardenError `not-this-format`, `empty-feed`, `shrunk-feed` */
export function checkSnapshot(
  tally: ImportTally,
  before: Pick<IntelSourceRow, 'rows_kept'> | undefined,
  force: boolean,
): void {
  if (isMisread(tally)) throw misreadFeed(tally)
  if (force) return
  if (tally.kept === 0) throw emptyFeed(tally)
  if (before && tally.kept < before.rows_kept * LEAST_KEPT) throw shrunkFeed(tally, before.rows_kept)
}

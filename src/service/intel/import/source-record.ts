import type { IntelSourceRow } from '../../store/schema.ts'
import { shownUrl } from './fetch-feed.ts'
import type { Rejection } from './tally.ts'

/** A source as `intel sources` shows it. */
export interface SourceRecord {
  readonly source: string
  readonly format: string
  /** Rows of the feed: read = kept + rejected. */
  readonly read: number
  readonly kept: number
  readonly rejected: number
  readonly rejections: readonly Rejection[]
  /** Stored entries: several rows about one address make one, and one row may name several addresses. */
  readonly entries: number
  readonly importedAt: string
  /** Last time the snapshot was known to be current. */
  readonly asOf: string
  readonly maxAgeMs: number | null
  /** Older than `maxAgeMs`: every explanation says so. */
  readonly isStale: boolean
  /** Chains given at the import; null: the format decides. */
  readonly chainIds: readonly string[] | null
  /** Source address of `intel sync`, without its query. */
  readonly url: string | null
}

export function toSourceRecord(row: IntelSourceRow, now: number): SourceRecord {
  return {
    source: row.name,
    format: row.format,
    read: row.rows_read,
    kept: row.rows_kept,
    rejected: row.rows_rejected,
    rejections: JSON.parse(row.rejections) as Rejection[],
    entries: row.entries,
    importedAt: new Date(row.imported_at).toISOString(),
    asOf: new Date(row.as_of).toISOString(),
    maxAgeMs: row.max_age_ms,
    isStale: row.max_age_ms !== null && row.as_of + row.max_age_ms < now,
    chainIds: row.chain_ids === null ? null : (JSON.parse(row.chain_ids) as string[]),
    url: row.url === null ? null : shownUrl(row.url),
  }
}

import type { IntelSourceRow } from '../../store/schema.ts'
import { shownUrl } from './fetch-feed.ts'
import type { Rejection } from './tally.ts'

/** A source as people and programs are told of it. */
export interface SourceRecord {
  readonly source: string
  readonly format: string
  /** Rows of the feed: read = kept + rejected. */
  readonly read: number
  readonly kept: number
  readonly rejected: number
  readonly rejections: readonly Rejection[]
  /** What the kept rows came to: several rows about one address are one entry, one row may name several. */
  readonly entries: number
  readonly importedAt: string
  /** When the snapshot was last known to be the current one. */
  readonly asOf: string
  readonly maxAgeMs: number | null
  /** Older than it may be: every explanation says so. */
  readonly isStale: boolean
  /** Where its addresses are, as it was imported; null: as the format decides. */
  readonly chainIds: readonly string[] | null
  /** Where `sync` fetches it. */
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

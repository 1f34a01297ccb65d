import type { SourceRecord } from '../../../api/schemas/intel.ts'
import type { IntelSourceRow } from '../../store/schema/schema.ts'
import { shownUrl } from './fetch-feed.ts'
import type { Rejection } from './tally.ts'

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

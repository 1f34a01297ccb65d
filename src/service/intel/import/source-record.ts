import type { SourceRecord } from '../../../api/schemas/intel.ts'
import { isoTime } from '../../../shared/text/iso-date.ts'
import { listEnabledFeeds } from '../../store/repositories/enabled-feeds.ts'
import { isStale } from '../../store/repositories/intel.ts'
import { listSources } from '../../store/repositories/intel-sources.ts'
import type { Db, EnabledFeedRow, IntelSourceRow } from '../../store/schema/schema.ts'
import { shownUrl } from './fetch-feed.ts'
import type { Rejection } from './tally.ts'

/** All sources, and enabled feeds that were not fetched yet, by name. */
export async function sourceRecords(db: Db, now: number): Promise<SourceRecord[]> {
  const [rows, enabled] = [await listSources(db), await listEnabledFeeds(db)]
  const feeds = new Map(enabled.map((feed) => [feed.name, feed]))
  const fetched = new Set(rows.map(({ name }) => name))
  return [
    ...rows.map((row) => toSourceRecord(row, now, feeds.get(row.name))),
    ...enabled.filter(({ name }) => !fetched.has(name)).map(toUnfetchedRecord),
  ].sort((a, b) => (a.source < b.source ? -1 : 1))
}

export function toSourceRecord(row: IntelSourceRow, now: number, feed?: EnabledFeedRow) {
  const isOld = isStale(row, now)
  const isSilent = isOld || (feed !== undefined && feed.failures > 0)
  return {
    source: row.name,
    format: row.format,
    read: row.rows_read,
    kept: row.rows_kept,
    rejected: row.rows_rejected,
    rejections: JSON.parse(row.rejections) as Rejection[],
    invalid: JSON.parse(row.invalid) as Rejection[],
    entries: row.entries,
    importedAt: isoTime(row.imported_at),
    asOf: isoTime(row.as_of),
    maxAgeMs: row.max_age_ms,
    isStale: isOld,
    silentSince: isSilent ? isoTime(row.as_of) : null,
    chainIds: row.chain_ids === null ? null : (JSON.parse(row.chain_ids) as string[]),
    url: row.url === null ? null : shownUrl(row.url),
    sync: feed ? toSync(feed) : null,
  } satisfies SourceRecord
}

/** An enabled feed without a snapshot. */
export function toUnfetchedRecord(feed: EnabledFeedRow): SourceRecord {
  const [url] = urlsOf(feed)
  return {
    source: feed.name,
    format: feed.format,
    read: 0,
    kept: 0,
    rejected: 0,
    rejections: [],
    invalid: [],
    entries: 0,
    importedAt: null,
    asOf: null,
    maxAgeMs: feed.max_age_ms,
    isStale: false,
    chainIds: null,
    silentSince: isoTime(feed.enabled_at),
    url: url === undefined ? null : shownUrl(url),
    sync: toSync(feed),
  }
}

export function urlsOf({ urls }: Pick<EnabledFeedRow, 'urls'>): string[] {
  return JSON.parse(urls) as string[]
}

export function toSync(feed: EnabledFeedRow): NonNullable<SourceRecord['sync']> {
  const { interval_ms, rescreen_ms, next_at, succeeded_at, failures, failed_at, error_code: code, error } = feed
  return {
    intervalMs: interval_ms,
    rescreens: rescreen_ms !== null,
    nextFetchAt: isoTime(next_at),
    lastSuccessAt: isoTime(succeeded_at),
    failures,
    lastFailureAt: isoTime(failed_at),
    lastFailure: code === null ? null : { code, message: error ?? '' },
  }
}

import rows from '../../../../data/feeds.json' with { type: 'json' }
import type { CatalogueFeed, SourceRecord } from '../../../api/schemas/intel.ts'
import type { ImportFormat } from '../../../api/vocabulary.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts'
import { invalidBody, notFound } from '../../problems/problem.ts'
import { disableFeed, enableFeed, findEnabledFeed, listEnabledFeeds } from '../../store/repositories/enabled-feeds.ts'
import { findSource, forgetSourceUrl } from '../../store/repositories/intel-sources.ts'
import type { Db } from '../../store/schema/schema.ts'
import { toSourceRecord, toUnfetchedRecord } from '../import/source-record.ts'

/** Public feeds that can be enabled by name. None of them is fetched before that. */
export const catalogue: readonly CatalogueFeed[] = rows.map(({ intervalHours, maxAgeHours, format, ...row }) => ({
  ...row,
  format: format as ImportFormat,
  intervalMs: intervalHours * HOUR_MS,
  maxAgeMs: maxAgeHours * HOUR_MS,
}))

/** How far back stored transactions are compared with what is new in an enabled feed (ms). */
const RESCREEN_MS = 90 * DAY_MS

export async function catalogueOf(db: Db, feeds: readonly CatalogueFeed[] = catalogue) {
  const enabled = new Set((await listEnabledFeeds(db)).map(({ name }) => name))
  return feeds.map((feed) => ({ ...feed, enabled: enabled.has(feed.name) }))
}

/**
 * Has a feed of the catalogue fetched as soon as possible, and then at its interval.
 * @throws Problem 400
 */
export async function enable(
  db: Db,
  { source, rescreen = true }: { readonly source: string; readonly rescreen?: boolean | undefined },
  now: number,
  feeds: readonly CatalogueFeed[] = catalogue,
): Promise<{ readonly before: SourceRecord | undefined; readonly after: SourceRecord }> {
  const feed = feeds.find(({ name }) => name === source)
  if (!feed)
    throw invalidBody(
      'source',
      `${JSON.stringify(source)} is not in the catalogue: ${feeds.map(({ name }) => name).join(', ')}`,
    )
  const held = await findSource(db, source)
  if (held && held.format !== feed.format)
    throw invalidBody(
      'source',
      `is the name of a feed with the format ${held.format}, not ${feed.format}; remove it first`,
    )
  const before = await recordOf(db, source, now)
  await enableFeed(db, {
    name: feed.name,
    format: feed.format,
    urls: JSON.stringify(feed.urls),
    interval_ms: feed.intervalMs,
    max_age_ms: feed.maxAgeMs,
    rescreen_ms: rescreen ? RESCREEN_MS : null,
    enabled_at: now,
    next_at: now,
  })
  return { before, after: await requireRecord(db, source, now) }
}

/**
 * Has a feed fetched no more. Its snapshot stays.
 * @throws Problem 404
 */
export async function disable(
  db: Db,
  name: string,
  now: number,
): Promise<{ readonly before: SourceRecord; readonly after: SourceRecord }> {
  if (!(await findEnabledFeed(db, name))) throw notFound('feed', name)
  const before = await requireRecord(db, name, now)
  await disableFeed(db, name)
  await forgetSourceUrl(db, name)
  return { before, after: (await recordOf(db, name, now)) ?? { ...before, sync: null } }
}

async function recordOf(db: Db, name: string, now: number): Promise<SourceRecord | undefined> {
  const [source, feed] = [await findSource(db, name), await findEnabledFeed(db, name)]
  return source ? toSourceRecord(source, now, feed) : feed && toUnfetchedRecord(feed)
}

async function requireRecord(db: Db, name: string, now: number): Promise<SourceRecord> {
  const record = await recordOf(db, name, now)
  if (!record) throw new Error(`no feed ${name}`)
  return record
}

import type { Output } from '../../api/operations/operations.ts'
import type { SourceRecord } from '../../api/schemas/intel.ts'
import { counted, grouped } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import { wideColumns } from '../../cli/output/view.ts'
import { resource } from '../../cli/resource/resource.ts'
import { durationText } from '../../shared/time/duration.ts'
import { callAddition } from '../steps/addition.ts'

/** Name of the addition in messages. */
export const FEEDS = 'feeds by name'

/** The feeds that can be enabled by name. */
export function feedCatalogue(context: Context): Promise<Output<'listFeedCatalogue'>> {
  return callAddition(context, FEEDS, (client) => client.call('listFeedCatalogue'))
}

export const feeds = resource<SourceRecord>({
  command: 'intel',
  noun: 'source',
  list: async (context, _, sending) => (await context.client()).call('listFeeds', {}, sending),
  isWhole: true,
  idOf: ({ source }) => source,
  about: ({ format }) => format,
  view: {
    columns: [
      { field: 'source', header: 'SOURCE', importance: 9, paint: (text, _, paint) => paint.bold(text) },
      { field: 'format', header: 'FORMAT' },
      {
        field: 'kept',
        header: 'ROWS',
        importance: 7,
        show: ({ kept, rejected }) =>
          rejected === 0 ? `${grouped(kept)} kept` : `${grouped(kept)} kept, ${grouped(rejected)} rejected`,
      },
      ...wideColumns('rejected', 'entries'),
      {
        field: 'asOf',
        header: 'AS OF',
        importance: 8,
        show: ({ asOf, isStale }, when) =>
          asOf === null ? 'not fetched yet' : isStale ? `${when(asOf)}, stale` : when(asOf),
        paint: (text, row, paint) => (row.isStale ? paint.warn(text) : text),
      },
      {
        field: 'maxAgeMs',
        header: 'MAX AGE',
        importance: 3,
        show: (row) => (row.maxAgeMs === null ? '' : `at most ${durationText(row.maxAgeMs)}`),
      },
      {
        field: 'sync',
        header: 'SYNC',
        importance: 6,
        show: ({ sync }, when) => (sync ? syncText(sync, when) : ''),
        paint: (text, { sync }, paint) => (sync && sync.failures > 0 ? paint.warn(text) : text),
      },
      { field: 'url', header: 'URL', importance: 2 },
      { field: 'silentSince', header: 'SILENT SINCE', kind: 'time', importance: 7 },
    ],
  },
})

function syncText(
  { failures, lastFailure, nextFetchAt }: NonNullable<SourceRecord['sync']>,
  when: (at: string) => string,
) {
  const next = `next ${when(nextFetchAt)}`
  return failures === 0 ? next : `failed ${failures} ×: ${lastFailure?.message ?? ''}; ${next}`
}

/** "read 1,131, kept 1,130, rejected 1", with the reasons. */
export function countLines(row: SourceRecord): string[] {
  const kept = row.invalid.map(
    ({ why, count, examples }) => `  kept as text ${grouped(count)}: ${why}, such as ${examples[0] ?? ''}`,
  )
  return [`${rowCountsText(row)}; ${entriesText(row.entries)}`, ...kept, ...rejectionLines(row)]
}

type SourceCounts = Pick<SourceRecord, 'read' | 'kept' | 'rejected' | 'rejections'>

export function rowCountsText({ read, kept, rejected }: SourceCounts): string {
  return `  read ${grouped(read)}, kept ${grouped(kept)}, rejected ${grouped(rejected)}`
}

/** One line per reason. */
export function rejectionLines({ rejections }: SourceCounts): string[] {
  return rejections.map(
    ({ why, count, examples }) => `  rejected ${grouped(count)}: ${why}, such as ${examples[0] ?? ''}`,
  )
}

export function entriesText(entries: number): string {
  return counted(entries, 'entry', 'entries')
}

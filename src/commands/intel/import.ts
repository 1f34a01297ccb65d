import { importFormats } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { asTyped, usageError } from '../../cli/errors/usage.ts'
import { chainIdsOf } from '../../cli/input/check-values.ts'
import { choice, flag, list, maybeOne, parseDuration, parsed, required, text, url } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { durationText } from '../../shared/time/duration.ts'
import { parseTime } from '../options/moment.ts'
import { fileOrStdin, withImportProgress } from './local-intel.ts'
import { rescreenAfter, rescreenOption } from './rescreen-after.ts'
import { countLines, feeds, rejectionLines } from './resource.ts'

export const intelImport = defineCommand({
  name: 'intel import',
  summary: 'Import a threat feed or reference list, or update it',
  description:
    'Reads a file, a folder with the files of the feed, - for stdin, or --url. The new snapshot replaces the previous one of its source atomically, without blocking validations. An empty snapshot, or one more than 20 % smaller, is refused without --force. Rejected rows are counted and shown. Tokens of a token-list are trusted as canonical, and so are facts (benign, token, protocol, exchange) in addresses, our own format: CSV or NDJSON with address, kind, chainIds, subCategory, severity, label. prices is CSV or NDJSON with chainId, token (empty or native for the native currency), decimals, usd, asOf; of several sources the latest price is used.',
  requests: false,
  arguments: { place: maybeOne('the file or folder, or - for stdin', { completes: 'file' }) },
  options: {
    format: required(choice(importFormats, `format of the feed: ${importFormats.join(', ')}`)),
    source: text('name', 'name of the source; default: format and file name'),
    chain: list('chain', 'default chain ids or names for addresses without one'),
    maxAge: parsed('duration', 'age after which explanations mark it as stale, such as 30d', parseDuration),
    asOf: parsed('time', 'date or time of the snapshot, such as 2026-09-27; default: now', parseTime),
    url: url('fetch the feed from this URL; intel sync fetches it again'),
    rescreen: rescreenOption,
    force: flag('accept a snapshot that is empty or much smaller than the previous one'),
  },
  examples: [
    { command: 'txwarden intel import --format token-list tokens.json' },
    { command: 'txwarden intel import --format ofac examples/ofac-sample.txt --max-age 7d --as-of 2026-09-27' },
    { command: 'txwarden intel import --format scamsniffer --url https://example.com/blacklist/address.json' },
    { command: 'txwarden intel import --format addresses --source ours - --json < ours.csv' },
    {
      command: 'txwarden intel import --format ofac examples/ofac-sample.txt --rescreen=90d',
      note: 'then compares the transactions of 90 days with what the snapshot adds',
    },
    { command: 'txwarden intel import --format prices prices.csv --max-age 1d' },
  ],
  async run(context, input) {
    const { place, format, url } = input
    context.requireLocal()
    const from = placeOf(context, place, url)
    const chainIds = input.chain && (await chainIdsOf(context, input.chain))
    const what = place === '-' ? 'stdin' : (place ?? url)
    const preview = `import ${what} as ${format} into ${context.configuration().database}`
    if (await previewLocalChange(context, preview)) return
    const intel = await (await context.local()).intel()
    const request = {
      format,
      from,
      source: input.source,
      chainIds,
      maxAgeMs: input.maxAge,
      asOf: input.asOf?.(context),
      force: input.force,
      rescreenSince: input.rescreen?.(context),
    }
    const importing = withImportProgress(context, (control) => intel.import(request, control))
    const report = await (input.source === undefined ? importing : asTyped(importing, 'bad-source-name'))
    const { replaced, maxAgeMs, isStale } = report
    await context.out.done(report, feeds.view, [
      `Imported ${report.source} (${context.where()})`,
      ...countLines(report),
      ...(replaced ? [`  replaced ${replaced.kept} rows of ${timeText(replaced.importedAt, context.zone)}`] : []),
      ...(maxAgeMs === null
        ? []
        : [
            `  as of ${timeText(report.asOf, context.zone)}; stale after ${durationText(maxAgeMs)}${isStale ? ' (already stale)' : ''}`,
          ]),
    ])
    await rescreenAfter(context, report)
    if (context.out.isColumnsOnly) for (const line of rejectionLines(report)) await context.note(line.trim())
  },
})

function placeOf(context: Context, place: string | undefined, url: string | undefined) {
  if (url !== undefined && place !== undefined) throw usageError('a file and --url exclude each other')
  if (url !== undefined) return { url }
  if (place === undefined) throw usageError('intel import needs a file, a folder, - for stdin, or --url')
  return fileOrStdin(context, place)
}

import { type ImportFormat, importFormats } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdsOf } from '../../cli/input/check-values.ts'
import { choice, flag, list, maybeOne, parseDuration, parsed, required, text, url } from '../../cli/options.ts'
import { timeText } from '../../cli/output/time.ts'
import { usageError } from '../../cli/usage.ts'
import { fileOrStdin, openIntel, refuseHosted, withProgress } from './local-intel.ts'
import { ageText, countsText, sourceView } from './source-view.ts'

export const intelImport = defineCommand({
  name: 'intel import',
  summary: 'Import a threat feed or a reference list, or replace it by a newer snapshot',
  description:
    'A file, a folder that holds the files of the feed, - for stdin, or --url. The snapshot takes the place of its source’s former one, whole or not at all, and nobody waits meanwhile. One that is empty or more than 20 % smaller is refused without --force. Rows that cannot be used are counted and shown. The tokens of a token-list count as the real ones, and so do facts (benign, token, protocol, exchange) in addresses, which is our own format: CSV or NDJSON with address, kind, chainIds, subCategory, severity, label. prices says what is at stake: CSV or NDJSON with chainId, token (empty or native for the native currency), decimals, usd, asOf; of several sources the freshest price counts.',
  requests: false,
  arguments: { place: maybeOne('the file or folder, or - for stdin', { completes: 'file' }) },
  options: {
    format: required(choice(importFormats, `what the feed is: ${importFormats.join(', ')}`)),
    source: text('name', 'name of the source; default: the format and the name of the file'),
    chain: list('ids', 'chains of its addresses, where the feed does not say'),
    maxAge: parsed('duration', 'age from which on every explanation says that it is old, such as 30d', parseDuration),
    asOf: parsed('date', 'when the snapshot was made, such as 2026-09-27; default: now', parseDate),
    url: url('fetch it from there, and again with intel sync'),
    force: flag('take a snapshot that is empty or much smaller than the one before'),
  },
  examples: [
    { command: 'txwarden intel import --format token-list tokens.json' },
    { command: 'txwarden intel import --format ofac sanctioned_addresses_ETH.txt --max-age 7d --as-of 2026-09-27' },
    { command: 'txwarden intel import --format scamsniffer --url https://example.com/blacklist/address.json' },
    { command: 'txwarden intel import --format addresses --source ours - --json < ours.csv' },
    { command: 'txwarden intel import --format prices prices.csv --max-age 1d' },
  ],
  async run(context, input) {
    const { place, format, url } = input
    refuseHosted(context)
    const from = placeOf(context, place, url)
    const chainIds = input.chain && (await chainIdsOf(context, input.chain))
    if (await previewLocalChange(context, previewText(format, place ?? url ?? '', context))) return
    const intel = await openIntel(context)
    const request = {
      format,
      from,
      source: input.source,
      chainIds,
      maxAgeMs: input.maxAge,
      asOf: input.asOf,
      force: input.force,
    }
    const report = await withProgress(context, (control) => intel.import(request, control))
    const { replaced, maxAgeMs, isStale } = report
    await context.out.done(
      report,
      sourceView,
      [
        `Imported ${report.source} (${context.where()})`,
        countsText(report),
        ...(replaced ? [`  in the place of ${replaced.kept} rows of ${timeText(replaced.importedAt)}`] : []),
        ...(maxAgeMs === null
          ? []
          : [
              `  of ${timeText(report.asOf)}; counts as old after ${ageText(maxAgeMs)}${isStale ? ', and so already' : ''}`,
            ]),
      ].join('\n'),
    )
  },
})

function previewText(format: ImportFormat, what: string, context: Context): string {
  return `import ${what === '-' ? 'stdin' : what} as ${format} into ${context.configuration().database}`
}

function placeOf(context: Context, place: string | undefined, url: string | undefined) {
  if (url !== undefined && place !== undefined) throw usageError('a file and --url exclude each other')
  if (url !== undefined) return { url }
  if (place === undefined) throw usageError('intel import needs a file, a folder, - for stdin, or --url')
  return fileOrStdin(context, place)
}

/** A day or a time, UTC where it does not say. */
function parseDate(flagName: string, given: string): number {
  const time = /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : Number.NaN
  if (Number.isNaN(time)) throw usageError(`${flagName}: ${JSON.stringify(given)} is not a date, such as 2026-09-27`)
  return time
}

import { counted } from '../../api/text/amounts.ts'
import { chainName } from '../../api/text/chains.ts'
import { asVerdict, isAtLeast, type RowVerdict, rowVerdicts } from '../../api/verdict.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { inputName } from '../../cli/input/read-input.ts'
import { plainTable } from '../../cli/output/blocks/blocks.ts'
import type { DocumentPage } from '../../cli/output/blocks/page.ts'
import type { View } from '../../cli/output/view.ts'
import { interrupted, WardenError } from '../../shared/errors.ts'
import { inputsIn } from '../inputs/file-inputs.ts'
import { amountShown, doingOf, type RowResult, rowColumns, shownOf, validatedRow } from './batch-rows.ts'
import { lookUpsOf } from './look-up-row.ts'
import type { GivenFlags } from './options.ts'
import { validated } from './request-verdict.ts'
import { type SeveralRow, severalRows } from './several.ts'
import { DEFAULT_GATE, gateExitCode, lowestRefused } from './verdict-exit-code.ts'

/** A transaction of a file with its verdict, or a file without one. */
type FileRow = Partial<RowResult> & { readonly file: string } & (
    | { readonly index: number; readonly verdict: RowVerdict }
    | { readonly outcome: 'failed'; readonly error: { readonly code: string; readonly message: string } }
  )

/**
 * Validates the transactions of several files, and prints one table of all. The exit code is that of the worst verdict.
 * @throws WardenError `partial` where a file has no verdict; the others have theirs
 */
export async function validateFiles(context: Context, input: GivenFlags<'files'>): Promise<number> {
  const rows: FileRow[] = []
  for (const file of input.files) rows.push(...(await rowsOf(context, input, file)))
  const ordered = rows.toSorted((a, b) => rankOf(b) - rankOf(a) || scoreOf(b) - scoreOf(a))
  if (input.summary === 'markdown') {
    const { markdownOf } = await import('../../cli/output/blocks/markdown.ts')
    await context.io.stdout.write(markdownOf(pageOf(ordered, input)))
  } else await context.out.list({ content: rows }, rows, viewOf(context), { empty: '' })
  const failed = rows.filter((row) => 'error' in row)
  if (failed.length > 0)
    throw new WardenError({
      kind: 'partial',
      code: 'partial-failure',
      message: `${counted(failed.length, 'file')} of ${input.files.length} without a verdict`,
      details: failed.map((row) => row.error?.message ?? ''),
    })
  return Math.max(
    ...rows.map(({ verdict }) => (verdict === undefined ? 0 : gateExitCode(asVerdict(verdict), input.failOn))),
  )
}

/**
 * The files that globs name, each once. A symbolic link is none: it could name any file of the machine.
 * @throws WardenError `refused` for a glob that names none: its gate would pass unseen
 */
export async function filesOf(globs: readonly string[]): Promise<string[]> {
  const { glob, lstat } = await import('node:fs/promises')
  const found = new Set<string>()
  for (const pattern of globs) {
    const paths: string[] = []
    for await (const path of glob(pattern)) if ((await lstat(path)).isFile()) paths.push(path)
    if (paths.length === 0) throw refusedError(`no file matches ${pattern}`)
    for (const path of paths) found.add(path)
  }
  return [...found].sort()
}

/** What is wrong with a file is said in its row; what is wrong with the service ends the run. */
async function rowsOf(context: Context, input: GivenFlags<'files'>, file: string): Promise<FileRow[]> {
  if (context.signal.aborted) throw interrupted(context.signal.reason)
  const name = inputName(file)
  const one = { ...input, file }
  try {
    const rows = /\.csv$/i.test(file)
      ? await tableRowsOf(context, one)
      : await severalRows(context, one, await inputsIn(context, one))
    return rows.map(({ verdict, index, ...row }) => ({ verdict, file: name, index, ...row }))
  } catch (error) {
    if (!(error instanceof WardenError) || !['refused', 'usage'].includes(error.kind)) throw error
    const message = error.message.startsWith(name) ? error.message : `${name}: ${error.message}`
    return [{ outcome: 'failed', file: name, error: { code: error.code, message } }]
  }
}

/** The rows of a table, as of a batch. Rows that are equal are named. */
async function tableRowsOf(context: Context, input: GivenFlags<'file'>): Promise<SeveralRow[]> {
  const { batchRowsIn } = await import('./batch.ts')
  const { Repeats } = await import('../../cli/bulk/repeats.ts')
  const { file: batch } = input
  const given = await batchRowsIn(context, { ...input, batch, format: 'csv' })
  const repeats = new Repeats()
  const lookUp = lookUpsOf(context)
  const rows: SeveralRow[] = []
  for (const row of given) {
    if (!('request' in row)) {
      const { outcome, members } = await lookUp(row)
      rows.push({ index: row.line, verdict: outcome, ...shownOf(row), ...members })
      continue
    }
    const doing = doingOf(row)
    if (doing) repeats.add(row.line, doing)
    const isV1 = input.apiVersion === 'v1'
    rows.push({ index: row.line, ...validatedRow(row, await validated(context, input, row.request), isV1) })
  }
  for (const note of repeats.notes()) await context.note(`${batch}: ${note}`)
  return rows
}

function viewOf(context: Context): View<FileRow> {
  const [, ...columns] = rowColumns(context.out.isForPeople, false)
  return {
    columns: [
      { field: 'file', header: 'FILE', importance: 9 },
      { field: 'index', header: '#', importance: 9 },
      ...columns,
    ],
  }
}

/** What has no verdict is the worst. */
function rankOf({ verdict }: FileRow): number {
  return verdict === undefined ? rowVerdicts.length : rowVerdicts.indexOf(verdict)
}

function scoreOf({ result }: FileRow): number {
  return result?.combinedScore ?? 0
}

/** What stands in the summary of a job, the worst first. */
function pageOf(rows: readonly FileRow[], { files, failOn = DEFAULT_GATE }: GivenFlags<'files'>): DocumentPage {
  const verdict = asVerdict(rows.find((row) => row.verdict !== undefined)?.verdict ?? 'NO DATA')
  const validated = rows.filter((row) => row.verdict !== undefined)
  const lowest = lowestRefused[failOn]
  const refused = validated.filter(
    (row) => lowest !== undefined && isAtLeast(asVerdict(row.verdict ?? 'NO DATA'), lowest),
  ).length
  const failed = rows.length - validated.length
  return {
    title: 'Transactions in files',
    verdict,
    score: `${counted(validated.length, 'transaction')} in ${counted(files.length, 'file')}`,
    actions: failed === 0 ? [] : [`${counted(failed, 'file')} without a verdict`],
    headline: `${refused === 0 ? 'No transaction is' : `${refused} of them ${refused === 1 ? 'is' : 'are'}`} refused (fail-on: ${failOn}).`,
    sections: [
      {
        heading: 'Transactions',
        blocks: [
          plainTable(
            ['verdict', 'file', 'chain', 'from', 'to', 'amount', 'what it does', 'why'],
            rows.map((row) => [
              row.verdict ?? 'no verdict',
              row.index === undefined ? row.file : `${row.file} (${row.index})`,
              row.chainId === undefined ? '' : chainName(row.chainId),
              String(row.from ?? ''),
              row.to ?? row.address ?? '',
              amountShown(row),
              String(row.action ?? ''),
              row.error?.message ?? row.reason ?? '',
            ]),
          ),
        ],
      },
    ],
    footer: ['Made by txwarden validate --summary markdown.'],
  }
}

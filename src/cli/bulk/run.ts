/** Room: Many rows: read, sent several at a time, reported, resumed. */

import { grouped } from '../../api/text/amounts.ts'
import { rowVerdicts } from '../../api/verdict.ts'
import { interrupted, WardenError } from '../../shared/errors.ts'
import { growYoungHeap } from '../../shared/system/young-heap.ts'
import type { Context } from '../context/context.ts'
import { isPreview } from '../context/local-change.ts'
import { refusedError } from '../errors/usage.ts'
import { commandLine } from '../program/command-line.ts'
import { mapInOrder } from './in-order.ts'
import { type BulkItem, identityOf, itemsOf } from './items.ts'
import { type BulkJob, type BulkResult, outcomeOf } from './job.ts'
import type { EarlierRuns } from './ledger.ts'
import { BulkProgress } from './progress.ts'
import { Repeats } from './repeats.ts'
import { RowKeys } from './row-keys.ts'
import { openRecord, type RunRecord } from './run-record.ts'
import { BulkSender, type KeyedItem, type Settled } from './sender.ts'
import { type BulkSource, openSource } from './source.ts'
import { rowsText, summaryText, Tally, WorstResults } from './summary.ts'

/** Invalid rows that are listed. */
const SHOWN = 20
/** Rows of a larger file are read again when they are sent, instead of being kept in memory (bytes). */
const MOST_KEPT = 8 * 1024 * 1024

const LOCAL_CONCURRENCY = 512
const REMOTE_CONCURRENCY = 8
/** An input of this size keeps the process busy for longer than a moment. */
const MANY_BYTES = 128 * 1024
/** Finished rows that may wait for a slow one, per concurrent request. */
const WAITING_PER_REQUEST = 8

/** How many requests run at once by default. The local service groups concurrent requests into one commit. */
export function defaultConcurrency(context: Context): number {
  return context.isRemote() ? REMOTE_CONCURRENCY : LOCAL_CONCURRENCY
}

/**
 * Sends the requests of a file or stdin concurrently, and prints the results in the order of the input.
 * @throws WardenError `partial` if some failed, `interrupted` with the command that resumes, `refused` if a file has
 * invalid rows
 */
export async function runBulk<Body>(context: Context, job: BulkJob<Body>): Promise<Tally> {
  const progress = new BulkProgress(context.io.stderr, context.globals.quiet === true)
  // A row can name a chain that is defined in the database.
  await context.localIfStored()
  const source = await openSource(context, job.file)
  const record = await openRecord(context, job, source)
  try {
    if ((source.size ?? MANY_BYTES) >= MANY_BYTES) growYoungHeap()
    const checked = source.isRereadable
      ? await checkRows({ context, job, source, scope: record.scope, earlier: record.earlier, progress })
      : undefined
    const total = checked?.count
    if (total === undefined)
      await context.note(`${source.name} can be read only once: each row is checked when it is sent.`)
    if (total === 0) throw noRows(source)
    if (job.changes && !isPreview(context)) await context.allowChange()
    await record.begin()
    return await sendRows({ context, job, source, record, progress, total, kept: checked?.kept })
  } finally {
    await progress.clear()
    record.close()
  }
}

interface Run<Body> {
  readonly context: Context
  readonly job: BulkJob<Body>
  readonly source: BulkSource
  readonly record: RunRecord
  readonly progress: BulkProgress
  readonly total: number | undefined
  /** The rows, when they are already read. */
  readonly kept: CheckedRows<Body>['kept']
}

async function sendRows<Body>({ context, job, source, record, progress, total, kept }: Run<Body>): Promise<Tally> {
  const started = context.clock.elapsed()
  const tally = new Tally()
  const concurrency = job.concurrency ?? defaultConcurrency(context)
  const sender = new BulkSender(job, record.run, concurrency, context.signal)
  const { isTTY } = context.io.stdout
  const { curl } = context.globals
  // Thousands of rows say nothing on a screen: it gets the worst of them.
  const worst = context.out.isForPeople && isTTY && !curl ? new WorstResults(job) : undefined
  const warned = curl || !job.warningOf ? undefined : new WorstResults(job, NAMED_ROWS)
  const repeats = new Repeats()
  const stream = await context.out.stream(job.view)
  const rows = kept ? untilStopped(kept, sender.stopped) : itemsOf(job, source, sender.stopped)
  const items = pending(rows, new RowKeys(record.scope), { job, record, tally, repeats })
  const limits = { concurrency, window: concurrency * WAITING_PER_REQUEST }
  for await (const settled of mapInOrder(items, (item) => sender.settle(item), limits)) {
    const results = settled.flatMap((each) => resultOf(each, job, tally))
    // Rows and progress share the terminal.
    if (isTTY && !worst) await progress.clear()
    if (curl) {
      for (const each of settled) if (each.state === 'previewed') await context.out.preview(each.preview)
    } else if (worst) worst.add(results)
    else await stream.print(results)
    warned?.add(results.filter((result) => job.warningOf?.(result) !== undefined))
    record.add(results, settled)
    await progress.show(
      job.verb,
      tally.total,
      total && tally.total / total,
      `${total ? `of ${grouped(total)} ` : ''}${job.unit ?? 'row'}s`,
    )
  }
  await progress.clear()
  if (!curl && !worst) await stream.end()
  sender.throwUnexpected()
  if (tally.total === 0 && !context.signal.aborted && !sender.gaveUp) throw noRows(source)
  await context.note(summaryText(tally, [...job.outcomes, NOT_SENT], context.clock.elapsed() - started, job.unit))
  for (const note of repeats.notes()) await context.note(note)
  if (tally.earlier > 0 && job.report !== undefined && record.isNewReport)
    await context.note(
      `! ${job.report} has the rows of this run only, not the ${grouped(tally.earlier)} of earlier ones. For one report of all, run it without --resume.`,
    )
  if (warned) await noteWarned(context, job, warned)
  if (worst) await printWorst(context, job, worst.results, tally)
  throwWhenIncomplete({ context, job, tally, sender })
  record.complete()
  return tally
}

const NOT_SENT = 'not sent'
/** How many of the worst rows the summary names. */
const NAMED_ROWS = 5

/** Names the worst rows, and counts the others. */
async function noteWarned<Body>(context: Context, job: BulkJob<Body>, { results, count }: WorstResults): Promise<void> {
  for (const result of results)
    await context.note(`line ${result.line} ${outcomeOf(result)} ${job.warningOf?.(result)}`)
  const rest = count - results.length
  if (rest > 0) await context.note(`and ${rest} more${job.report === undefined ? '' : `, in ${job.report}`}`)
}

async function printWorst<Body>(
  context: Context,
  { view, unit, report }: BulkJob<Body>,
  results: readonly BulkResult[],
  { total, earlier }: Tally,
): Promise<void> {
  const isPart = total - earlier > results.length
  if (isPart) await context.note(`The worst ${results.length}:`)
  if (results.length > 0) await context.out.rows(results, view)
  if (report !== undefined) await context.note(`Every ${unit ?? 'row'}: ${report}`)
  else if (isPart) await context.note(`To keep every ${unit ?? 'row'}: --report <file>.csv, or a pipe`)
}

async function* untilStopped<T>(batches: readonly T[], signal: AbortSignal): AsyncGenerator<T> {
  for (const batch of batches) {
    if (signal.aborted) return
    yield batch
  }
}

interface Counting<Body> extends Pick<Run<Body>, 'job' | 'record'> {
  readonly tally: Tally
  readonly repeats: Repeats
}

/** Skips and counts what earlier runs did. */
async function* pending<Body>(
  items: AsyncIterable<readonly BulkItem<Body>[]>,
  keys: RowKeys,
  { job, record, tally, repeats }: Counting<Body>,
): AsyncGenerator<readonly KeyedItem<Body>[]> {
  for await (const batch of items)
    yield batch.flatMap((item): KeyedItem<Body>[] => {
      if ('fault' in item) return [item]
      const doing = job.doing?.(item.body)
      if (doing) repeats.add(item.line, doing)
      const key = keys.next(identityOf(job, item.body))
      const before = record.outcomeOf(key)
      if (before === undefined) return [{ ...item, key, refusals: record.refusalsOf(key) }]
      tally.add(before)
      tally.earlier += 1
      return []
    })
}

/** Counts the result and returns its output line; none if no result is known. */
function resultOf<Body>(settled: Settled<Body>, job: BulkJob<Body>, tally: Tally): BulkResult[] {
  const { line } = settled.item
  const shown = 'body' in settled.item ? job.shown(settled.item.body) : {}
  switch (settled.state) {
    case 'open':
      return []
    case 'done':
      tally.add(settled.outcome)
      return [{ ...outcomeMembers(line, settled.outcome), ...shown, ...settled.members }]
    case 'previewed':
      tally.add(NOT_SENT)
      return [{ line, outcome: NOT_SENT, ...shown, request: settled.preview.request }]
    case 'failed': {
      const { code, message } = settled.error
      tally.fail(line, message)
      return [{ line, outcome: 'failed', ...shown, error: { code, message } }]
    }
  }
}

/** A verdict is the first member. */
function outcomeMembers(line: number, outcome: string): BulkResult {
  const verdict = rowVerdicts.find((each) => each === outcome)
  return verdict === undefined ? { line, outcome } : { verdict, line }
}

function noRows({ name }: BulkSource): WardenError {
  return refusedError(`${name} has no rows`)
}

interface FinishedRun<Body> extends Pick<Run<Body>, 'context' | 'job'> {
  readonly tally: Tally
  readonly sender: BulkSender<Body>
}

function throwWhenIncomplete<Body>({ context, job, tally, sender }: FinishedRun<Body>): void {
  const { failed, total, failures } = tally
  const resume = resumeCommand(context, job)
  if (context.signal.aborted)
    throw interrupted(
      context.signal.reason,
      `interrupted: ${rowsText(tally.done, job.unit)} ${job.verb}${failed > 0 ? `, ${grouped(failed)} failed` : ''}, the rest was not sent`,
      { details: resume.details, try: resume.line },
    )
  if (sender.gaveUp && tally.done === tally.earlier) throw sender.gaveUp
  if (failed === 0 && !sender.gaveUp) return
  const lines = failures.map(({ line, message }) => `line ${line}: ${message}`)
  throw new WardenError({
    kind: 'partial',
    code: 'partial-failure',
    message: sender.gaveUp
      ? `stopped after ${rowsText(total, job.unit)}, ${grouped(failed)} of them failed: ${sender.gaveUp.message}`
      : `${grouped(failed)} of ${rowsText(total, job.unit)} failed`,
    details: [
      ...lines,
      ...(failed > lines.length
        ? [`and ${grouped(failed - lines.length)} more${job.report ? `: see ${job.report}` : ''}`]
        : []),
      ...resume.details,
    ],
    try: resume.line,
  })
}

/** The command line that resumes the run. The caller that prints it adds the profile and the address. */
function resumeCommand<Body>(
  context: Context,
  job: BulkJob<Body>,
): { readonly line: string; readonly details: readonly string[] } {
  const { globals } = context
  const flags = {
    ...job.words.flags,
    // A preview keeps no ledger to resume from.
    ...(job.resume !== undefined && { resume: !isPreview(context) || job.resume }),
    dryRun: globals.dryRun,
    curl: globals.curl,
    output: globals.output,
    json: globals.json,
    fields: globals.fields,
    retries: globals.retries,
    retryMaxWait: inMs(globals.retryMaxWait),
    timeout: inMs(globals.timeout),
    yes: globals.yes,
    confirm: globals.confirm,
  }
  const target = { ...globals, profile: undefined, baseUrl: undefined }
  return {
    line: commandLine({ ...job.words, flags }, target),
    details: job.file === '-' ? ['Pipe the same rows in again; completed ones are skipped.'] : [],
  }
}

function inMs(duration: number | undefined): string | undefined {
  return duration === undefined ? undefined : `${duration}ms`
}

interface CheckRowsOptions<Body> extends Pick<Run<Body>, 'context' | 'job' | 'source' | 'progress'> {
  readonly scope: string
  readonly earlier: EarlierRuns | undefined
}

interface CheckedRows<Body> {
  /** The number of requests. */
  readonly count: number
  /** Absent when the file is too large to keep its requests in memory. */
  readonly kept: readonly (readonly BulkItem<Body>[])[] | undefined
}

/**
 * Reads the whole file before anything is sent.
 * @throws WardenError `refused` if a row is invalid, or if the ledger belongs to other rows
 */
async function checkRows<Body>(options: CheckRowsOptions<Body>): Promise<CheckedRows<Body>> {
  const { context, job, source, earlier, progress } = options
  const keys = earlier && new RowKeys(options.scope)
  const shown: string[] = []
  const kept: (readonly BulkItem<Body>[])[] | undefined = (source.size ?? MOST_KEPT) < MOST_KEPT ? [] : undefined
  let count = 0
  let invalid = 0
  let known = 0
  for await (const items of itemsOf(job, source, context.signal)) {
    for (const item of items) {
      count += 1
      if ('fault' in item) {
        invalid += 1
        if (shown.length < SHOWN) shown.push(`line ${item.line}: ${item.fault}`)
      } else if (keys && earlier?.keys.get(keys.next(identityOf(job, item.body))) !== undefined) known += 1
    }
    kept?.push(items)
    await progress.show('checking', count, undefined)
  }
  await progress.clear()
  if (context.signal.aborted) throw interrupted(context.signal.reason, 'interrupted; nothing was sent')
  if (invalid > 0)
    throw refusedError(`${grouped(invalid)} of ${rowsText(count)} of ${source.name} are invalid; nothing was sent`, {
      details: invalid > shown.length ? [...shown, `and ${grouped(invalid - shown.length)} more`] : shown,
    })
  if (earlier && earlier.keys.size > 0 && known === 0 && count > 0)
    throw refusedError(`the run to resume has other rows than ${source.name}; nothing was sent`, {
      details: [`None of its ${rowsText(earlier.keys.size, job.unit)} is in the input. Omit --resume to start over.`],
    })
  return { count, kept }
}

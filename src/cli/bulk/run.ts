import { interrupted, WardenError } from '../../shared/errors.ts'
import type { Context } from '../context/context.ts'
import { printRequestPreview } from '../print-preview.ts'
import { refusedError } from '../usage.ts'
import { checkFirst } from './check-first.ts'
import { inOrder } from './in-order.ts'
import { type Item, itemsOf } from './items.ts'
import type { BulkJob, BulkResult } from './job.ts'
import { Progress } from './progress.ts'
import { isRehearsal, openRecord, type RunRecord } from './record.ts'
import { resumeLine } from './resume-line.ts'
import { RowKeys } from './row-key.ts'
import { type Keyed, Sender, type Settled } from './sender.ts'
import { openSource, type Source } from './source.ts'
import { countText, rowsText, summaryText, Tally, WorstResults } from './summary.ts'

/** How many rows are under way at once unless it is said: a local service shares its commits among them. */
const LOCAL_CONCURRENCY = 128
const REMOTE_CONCURRENCY = 8
/** How many finished rows may wait for a slow one before them, for each that is under way. */
const AHEAD = 8

/**
 * Does one thing to every row of a file or of stdin, several at once, and prints the results in the order of the input.
 * Answers what became of the rows.
 * @throws WardenError `partial` when some failed, `interrupted` with the line that goes on, `refused` when the file is
 * read twice and the first time shows rows that cannot be used
 */
export async function runBulk<Body>(context: Context, job: BulkJob<Body>): Promise<Tally> {
  const progress = new Progress(context.io.stderr, context.globals.quiet === true)
  const source = await openSource(context, job.file)
  const record = await openRecord(context, job, source)
  try {
    const total = source.canBeReadTwice
      ? await checkFirst({ context, job, source, scope: record.scope, done: record.done, progress })
      : undefined
    if (total === undefined) await context.note(`${source.name} is read once: each row is checked as it comes.`)
    if (total === 0) throw noRows(source)
    if (job.changes && !isRehearsal(context)) await context.allowChange()
    await record.begin()
    return await doRows({ context, job, source, record, progress, total })
  } finally {
    await progress.clear()
    record.close()
  }
}

interface Run<Body> {
  readonly context: Context
  readonly job: BulkJob<Body>
  readonly source: Source
  readonly record: RunRecord
  readonly progress: Progress
  readonly total: number | undefined
}

async function doRows<Body>({ context, job, source, record, progress, total }: Run<Body>): Promise<Tally> {
  const started = performance.now()
  const tally = new Tally()
  const concurrency = job.concurrency ?? (context.configuration().addresses ? REMOTE_CONCURRENCY : LOCAL_CONCURRENCY)
  const sender = new Sender(job, record.run, concurrency, context.signal)
  const { isTTY } = context.io.stdout
  const { curl } = context.globals
  // Thousands of rows say nothing on a screen: it gets the worst of them.
  const worst = context.out.isForPeople && isTTY && !curl ? new WorstResults(job) : undefined
  const stream = await context.out.stream(job.view)
  const items = todo(itemsOf(job, source, sender.stopped), new RowKeys(record.scope), record, tally)
  const pace = { concurrency, ahead: concurrency * AHEAD }
  for await (const settled of inOrder(items, (item) => sender.settle(item), pace)) {
    const results = settled.flatMap((each) => resultOf(each, job, tally))
    // On a terminal both are on one screen.
    if (isTTY && !worst) await progress.clear()
    if (curl) await printRequests(context, settled)
    else if (worst) worst.add(results)
    else await stream.print(results)
    record.add(results, settled)
    await progress.show(job.verb, tally.total, total && tally.total / total, job.unit && `${job.unit}s`)
  }
  await progress.clear()
  if (!curl && !worst) await stream.end()
  sender.throwFault()
  if (tally.total === 0 && !context.signal.aborted && !sender.gaveUp) throw noRows(source)
  await context.note(summaryText(tally, [...job.outcomes, NOT_SENT], performance.now() - started, job.unit))
  if (worst) await printWorst(context, job, worst.results, tally)
  throwWhenIncomplete({ context, job, tally, sender })
  record.complete()
  return tally
}

const NOT_SENT = 'not sent'

async function printWorst<Body>(
  context: Context,
  { view, unit, report }: BulkJob<Body>,
  results: readonly BulkResult[],
  { total, earlier }: Tally,
): Promise<void> {
  const isPart = total - earlier > results.length
  if (isPart) await context.note(`The worst ${results.length}:`)
  if (results.length > 0) await context.out.list(results, results, view, { empty: '', withRows: (rows) => rows })
  if (report !== undefined) await context.note(`Every ${unit ?? 'row'}: ${report}`)
  else if (isPart) await context.note(`To keep every ${unit ?? 'row'}: --report <file>.csv, or a pipe`)
}

/** Without what earlier runs did, which is only counted. */
async function* todo<Body>(
  items: AsyncIterable<readonly Item<Body>[]>,
  keys: RowKeys,
  record: RunRecord,
  tally: Tally,
): AsyncGenerator<readonly Keyed<Body>[]> {
  for await (const batch of items)
    yield batch.flatMap((item): Keyed<Body>[] => {
      if ('fault' in item) return [item]
      const key = keys.next(item.body)
      const before = record.outcomeOf(key)
      if (before === undefined) return [{ ...item, key, refusals: record.refusalsOf(key) }]
      tally.add(before)
      tally.earlier += 1
      return []
    })
}

/** Counts it, and says it as a line of the output; nothing of what was not begun. */
function resultOf<Body>(settled: Settled<Body>, job: BulkJob<Body>, tally: Tally): BulkResult[] {
  const { line } = settled.item
  const shown = 'body' in settled.item ? job.shown(settled.item.body) : {}
  switch (settled.state) {
    case 'left':
      return []
    case 'done':
      tally.add(settled.outcome)
      return [{ line, outcome: settled.outcome, ...shown, ...settled.members }]
    case 'not-sent':
      tally.add(NOT_SENT)
      return [{ line, outcome: NOT_SENT, ...shown, request: settled.notSent.request }]
    case 'failed': {
      const { code, message } = settled.error
      tally.fail(line, message)
      return [{ line, outcome: 'failed', ...shown, error: { code, message } }]
    }
  }
}

async function printRequests<Body>(context: Context, settled: readonly Settled<Body>[]): Promise<void> {
  for (const each of settled) if (each.state === 'not-sent') await printRequestPreview(context, each.notSent)
}

function noRows({ name }: Source): WardenError {
  return refusedError(`${name} holds no rows`)
}

interface Ending<Body> {
  readonly context: Context
  readonly job: BulkJob<Body>
  readonly tally: Tally
  readonly sender: Sender<Body>
}

function throwWhenIncomplete<Body>({ context, job, tally, sender }: Ending<Body>): void {
  const { failed, total, failures } = tally
  const goOn = resumeLine(context, job)
  if (context.signal.aborted)
    throw new WardenError({
      kind: 'interrupted',
      code: 'interrupted',
      message: `interrupted: ${rowsText(tally.done, job.unit)} ${job.verb}${failed > 0 ? `, ${countText(failed)} failed` : ''}, the rest is left`,
      details: goOn.details,
      try: goOn.line,
      cause: interrupted(context.signal.reason),
    })
  if (sender.gaveUp && tally.done === tally.earlier) throw sender.gaveUp
  if (failed === 0 && !sender.gaveUp) return
  const lines = failures.map(({ line, message }) => `line ${line}: ${message}`)
  throw new WardenError({
    kind: 'partial',
    code: 'partial-failure',
    message: sender.gaveUp
      ? `stopped after ${rowsText(total, job.unit)}, ${countText(failed)} of them failed: ${sender.gaveUp.message}`
      : `${countText(failed)} of ${rowsText(total, job.unit)} failed`,
    details: [
      ...lines,
      ...(failed > lines.length
        ? [`and ${countText(failed - lines.length)} more${job.report ? `: see ${job.report}` : ''}`]
        : []),
      ...goOn.details,
    ],
    try: goOn.line,
  })
}

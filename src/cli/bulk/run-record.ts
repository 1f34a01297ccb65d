import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Context } from '../context/context.ts'
import { isPreview } from '../context/local-change.ts'
import { refusedError } from '../errors/usage.ts'
import type { BulkJob, BulkResult } from './job.ts'
import { type EarlierRuns, isUnfinished, Ledger, readLedger, removeOldLedgers, tryLockRun } from './ledger.ts'
import { type BulkReport, checkReport, noReport, openReport } from './report.ts'
import { digest } from './row-keys.ts'
import type { Settled } from './sender.ts'
import type { BulkSource } from './source.ts'

/** Opens the record, with the results of the earlier run if it is resumed. */
export async function openRecord<Body>(context: Context, job: BulkJob<Body>, source: BulkSource): Promise<RunRecord> {
  checkReport(job.report, source.path)
  const scope = scopeOf(context, job)
  const path = await ledgerPath(context, scope, source)
  // Without requests it writes no ledger, and its report replaces none that a run goes on with.
  const writes = !isPreview(context)
  // Locked before it is read: another run may be writing it.
  const lock = job.resume && writes && existsSync(path) ? lockRun(path, source) : undefined
  const earlier = job.resume ? await readLedger(path) : undefined
  if (job.resume && !earlier)
    await context.note(`No earlier run of ${source.name} to resume. Starting with the first row.`)
  const leavesUnfinished = job.resume === false && isUnfinished(path)
  if (writes && leavesUnfinished)
    await context.note(
      `An earlier run of ${source.name} is unfinished. Starting over. Use --resume to continue it instead.`,
    )
  const makeReport =
    job.report === undefined
      ? undefined
      : await openReport<BulkResult>(job.report, job.reportColumns ?? job.view.columns, {
          earlier: writes ? earlier : undefined,
          keeps: !writes && (leavesUnfinished || earlier !== undefined),
        })
  return new RunRecord({
    scope,
    run: earlier?.run ?? Buffer.from(context.random(8)).toString('hex'),
    earlier,
    ledgerFile: writes && job.resume !== undefined ? path : undefined,
    reportFile: job.report,
    makeReport,
    lock,
    source,
    note: context.note,
  })
}

interface RecordParts {
  /** What identifies a row besides its body. */
  readonly scope: string
  readonly run: string
  readonly earlier: EarlierRuns | undefined
  readonly ledgerFile: string | undefined
  readonly reportFile: string | undefined
  readonly makeReport: (() => BulkReport<BulkResult>) | undefined
  readonly lock: ReturnType<typeof tryLockRun>
  readonly source: BulkSource
  readonly note: Context['note']
}

/** The files of a run: its ledger and its report. */
export class RunRecord {
  readonly #parts: RecordParts
  #lock: ReturnType<typeof tryLockRun>
  #report = noReport<BulkResult>()
  #ledger: Ledger | undefined
  /** Whether rows of earlier runs are not in the report. */
  isNewReport = false

  constructor(parts: RecordParts) {
    this.#parts = parts
    this.#lock = parts.lock
  }

  get scope(): string {
    return this.#parts.scope
  }

  get run(): string {
    return this.#parts.run
  }

  get earlier(): EarlierRuns | undefined {
    return this.#parts.earlier
  }

  /** The outcome of a row in an earlier run. */
  outcomeOf(key: Buffer): string | undefined {
    const outcome = this.#recorded(key)
    return outcome?.startsWith(REFUSED) ? undefined : outcome
  }

  /** How often the service refused the row in earlier runs. */
  refusalsOf(key: Buffer): number {
    const outcome = this.#recorded(key)
    return outcome?.startsWith(REFUSED) ? Number(outcome.slice(REFUSED.length)) : 0
  }

  /** Opens the files. Nothing is written before the rows are checked. */
  async begin(): Promise<void> {
    const { run, earlier, ledgerFile, reportFile, makeReport, source, note } = this.#parts
    if (ledgerFile !== undefined)
      this.#lock ??= source.path === undefined ? tryLockRun(ledgerFile) : lockRun(ledgerFile, source)
    const isThere = reportFile !== undefined && existsSync(reportFile)
    if (makeReport) this.#report = makeReport()
    const { keptAs, hadOther } = this.#report
    this.isNewReport = !isThere || keptAs !== undefined
    if (keptAs !== undefined)
      await note(
        `! ${reportFile} had ${hadOther === 'rows' ? 'the rows of another run' : 'other columns'}: it is kept as ${keptAs}, and this run starts a new file.`,
      )
    if (ledgerFile === undefined) return
    if (!this.#lock)
      // Two pipes usually carry different rows.
      return note(`Another run reads ${source.name} with the same settings. This run cannot be resumed.`)
    this.#ledger = earlier ? Ledger.resume(ledgerFile) : Ledger.begin(ledgerFile, run)
    removeOldLedgers(dirname(ledgerFile))
  }

  add(results: readonly BulkResult[], settled: readonly Settled<unknown>[]): void {
    this.#report.add(results)
    this.#ledger?.record(settled.flatMap(lineOf), this.#report)
  }

  complete(): void {
    this.#ledger?.complete()
  }

  close(): void {
    this.#report.close()
    this.#ledger?.close()
    this.#lock?.release()
  }

  #recorded(key: Buffer): string | undefined {
    const { earlier } = this.#parts
    const outcome = earlier?.keys.get(key)
    return outcome === undefined ? undefined : earlier?.outcomes[outcome]
  }
}

/** Throws WardenError `refused` while another run of the same rows is active. */
function lockRun(path: string, { name }: BulkSource): { release(): void } {
  const lock = tryLockRun(path)
  if (lock) return lock
  throw refusedError(`another run of ${name} with the same settings is active; nothing was sent`)
}

/** Outcome prefix of a row that the service refused; a count follows. */
const REFUSED = 'refused '

function lineOf({ item, ...settled }: Settled<unknown>): { key: Buffer; outcome: string }[] {
  if (!('key' in item)) return []
  if (settled.state === 'done') return [{ key: item.key, outcome: settled.outcome }]
  const isAnswered = settled.state === 'failed' && settled.error.status !== undefined
  return isAnswered ? [{ key: item.key, outcome: `${REFUSED}${item.refusals + 1}` }] : []
}

function scopeOf<Body>(context: Context, job: BulkJob<Body>): string {
  const { addresses, database } = context.configuration()
  const target = addresses ? [addresses.validation.href, addresses.management.href] : [database]
  return digest(job.words.name, ...target, ...(job.settings ?? [])).toString('hex')
}

/** One ledger per operation and file, in the data folder. */
async function ledgerPath(context: Context, scope: string, { path = 'stdin' }: BulkSource): Promise<string> {
  const { join } = await import('node:path')
  return join(context.paths.data, 'bulk', `${digest(scope, path).toString('hex')}.ledger`)
}

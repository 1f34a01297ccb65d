import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Context } from '../context/context.ts'
import { refusedError } from '../errors/usage.ts'
import type { BulkJob, BulkResult } from './job.ts'
import { type EarlierRuns, isUnfinished, Ledger, readLedger, removeOldLedgers, tryLockRun } from './ledger.ts'
import { checkReport, noReport, openReport } from './report.ts'
import { digest } from './row-keys.ts'
import type { Settled } from './sender.ts'
import type { BulkSource } from './source.ts'

/** The files of a run: its ledger and its report. */
export interface RunRecord {
  /** What identifies a row besides its body. */
  readonly scope: string
  readonly run: string
  readonly earlier: EarlierRuns | undefined
  /** The outcome of a row in an earlier run. */
  outcomeOf(key: Buffer): string | undefined
  /** How often the service refused the row in earlier runs. */
  refusalsOf(key: Buffer): number
  /** Opens the files. Nothing is written before the rows are checked. */
  begin(): Promise<void>
  add(results: readonly BulkResult[], settled: readonly Settled<unknown>[]): void
  /** Whether rows of earlier runs are not in the report. */
  readonly isNewReport: boolean
  complete(): void
  close(): void
}

/** Whether the run only previews requests: then it writes neither ledger nor report. */
export function isPreview({ globals }: Context): boolean {
  return globals.dryRun === true || globals.curl === true
}

/** Opens the record, with the results of the earlier run if it is resumed. */
export async function openRecord<Body>(context: Context, job: BulkJob<Body>, source: BulkSource): Promise<RunRecord> {
  checkReport(job.report, source.path)
  const scope = scopeOf(context, job)
  const path = await ledgerPath(context, scope, source)
  const writes = !isPreview(context)
  // Locked before it is read: another run may be writing it.
  let lock = job.resume && writes && existsSync(path) ? lockRun(path, source) : undefined
  const earlier = job.resume ? await readLedger(path) : undefined
  if (job.resume && !earlier)
    await context.note(`No earlier run of ${source.name} to resume. Starting with the first row.`)
  if (writes && job.resume === false && isUnfinished(path))
    await context.note(
      `An earlier run of ${source.name} is unfinished. Starting over. Use --resume to continue it instead.`,
    )
  const run = earlier?.run ?? Buffer.from(context.random(8)).toString('hex')
  const makeReport =
    job.report === undefined || !writes
      ? undefined
      : await openReport<BulkResult>(job.report, job.reportColumns ?? job.view.columns, earlier)
  let report = noReport<BulkResult>()
  let isNewReport = false
  let ledger: Ledger | undefined
  const recorded = (key: Buffer) => {
    const outcome = earlier?.keys.get(key)
    return outcome === undefined ? undefined : earlier?.outcomes[outcome]
  }
  return {
    scope,
    run,
    earlier,
    outcomeOf(key) {
      const outcome = recorded(key)
      return outcome?.startsWith(REFUSED) ? undefined : outcome
    },
    refusalsOf(key) {
      const outcome = recorded(key)
      return outcome?.startsWith(REFUSED) ? Number(outcome.slice(REFUSED.length)) : 0
    },
    async begin() {
      const hasLedger = writes && job.resume !== undefined
      if (hasLedger) lock ??= source.path === undefined ? tryLockRun(path) : lockRun(path, source)
      const isThere = job.report !== undefined && existsSync(job.report)
      if (makeReport) report = makeReport()
      isNewReport = !isThere || report.keptAs !== undefined
      if (report.keptAs !== undefined)
        await context.note(
          `! ${job.report} had ${report.hadOther === 'rows' ? 'the rows of another run' : 'other columns'}: it is kept as ${report.keptAs}, and this run starts a new file.`,
        )
      if (!hasLedger) return
      if (!lock)
        // Two pipes usually carry different rows.
        return context.note(`Another run reads ${source.name} with the same settings. This run cannot be resumed.`)
      ledger = earlier ? Ledger.resume(path) : Ledger.begin(path, run)
      removeOldLedgers(dirname(path))
    },
    add(results, settled) {
      report.add(results)
      ledger?.record(settled.flatMap(lineOf), report)
    },
    get isNewReport() {
      return isNewReport
    },
    complete: () => ledger?.complete(),
    close() {
      report.close()
      ledger?.close()
      lock?.release()
    },
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
  return digest(job.words.name, ...target, ...job.settings).toString('hex')
}

/** One ledger per operation and file, in the data folder. */
async function ledgerPath(context: Context, scope: string, { path = 'stdin' }: BulkSource): Promise<string> {
  const { join } = await import('node:path')
  return join(context.paths.data, 'bulk', `${digest(scope, path).toString('hex')}.ledger`)
}

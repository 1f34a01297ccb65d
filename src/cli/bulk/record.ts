import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Context } from '../context/context.ts'
import { refusedError } from '../usage.ts'
import type { BulkJob, BulkResult } from './job.ts'
import { type Done, forgetOldLedgers, isUnfinished, Ledger, readLedger } from './ledger.ts'
import { checkReport, noReport, openReport } from './report.ts'
import { digest } from './row-key.ts'
import { tryLockRun } from './run-lock.ts'
import type { Settled } from './sender.ts'
import type { Source } from './source.ts'

/** What is kept of a run: its ledger and its report. */
export interface RunRecord {
  /** What makes a row the same beside its body. */
  readonly scope: string
  readonly run: string
  readonly done: Done | undefined
  /** What became of a row in an earlier run. */
  outcomeOf(key: Buffer): string | undefined
  /** How often earlier runs saw it refused. */
  refusalsOf(key: Buffer): number
  /** Opens the files: nothing is written before every row is known to be good. */
  begin(): Promise<void>
  add(results: readonly BulkResult[], settled: readonly Settled<unknown>[]): void
  complete(): void
  close(): void
}

/** Whether the run only shows what it would do: then nothing is kept of it, neither ledger nor report. */
export function isRehearsal({ globals }: Context): boolean {
  return globals.dryRun === true || globals.curl === true
}

/** Reads what an earlier run left, where it is to be resumed. */
export async function openRecord<Body>(context: Context, job: BulkJob<Body>, source: Source): Promise<RunRecord> {
  checkReport(job.report, source.path)
  const scope = scopeOf(context, job)
  const path = await ledgerPath(context, scope, source)
  const keeps = !isRehearsal(context)
  // Held from before the ledger is read: another run may be writing it.
  let lock = job.resume && keeps && existsSync(path) ? lockedRun(path, source) : undefined
  const done = job.resume ? await readLedger(path) : undefined
  if (job.resume && !done)
    await context.note(`There is no earlier run of ${source.name} to resume: it starts with the first row.`)
  if (keeps && job.resume === false && isUnfinished(path))
    await context.note(
      `An earlier run of ${source.name} was not finished. It starts anew; --resume would have gone on.`,
    )
  const run = done?.run ?? Buffer.from(context.random(8)).toString('hex')
  const from = done && job.report && existsSync(job.report) ? Math.min(statSync(job.report).size, done.reportBytes) : 0
  const makeReport =
    job.report === undefined || !keeps ? undefined : await openReport<BulkResult>(job.report, job.view.columns, from)
  let report = noReport<BulkResult>()
  let ledger: Ledger | undefined
  const recorded = (key: Buffer) => {
    const outcome = done?.keys.get(key)
    return outcome === undefined ? undefined : done?.outcomes[outcome]
  }
  return {
    scope,
    run,
    done,
    outcomeOf(key) {
      const outcome = recorded(key)
      return outcome?.startsWith(REFUSED) ? undefined : outcome
    },
    refusalsOf(key) {
      const outcome = recorded(key)
      return outcome?.startsWith(REFUSED) ? Number(outcome.slice(REFUSED.length)) : 0
    },
    async begin() {
      const hasLedger = keeps && job.resume !== undefined
      if (hasLedger) lock ??= source.path === undefined ? tryLockRun(path) : lockedRun(path, source)
      if (makeReport) report = makeReport()
      if (!hasLedger) return
      if (!lock)
        // Pipes beside each other are different rows, as a rule.
        return context.note(`Another run reads ${source.name} with the same settings: this one cannot be resumed.`)
      ledger = done ? Ledger.resume(path) : Ledger.begin(path, run)
      forgetOldLedgers(dirname(path))
    },
    add(results, settled) {
      report.add(results)
      ledger?.record(settled.flatMap(lineOf), report.size)
    },
    complete: () => ledger?.complete(),
    close() {
      report.close()
      ledger?.close()
      lock?.release()
    },
  }
}

/** Throws WardenError `refused` while another run of the same rows is under way. */
function lockedRun(path: string, { name }: Source): { release(): void } {
  const lock = tryLockRun(path)
  if (lock) return lock
  throw refusedError(`another run of ${name} is under way; nothing was sent`, {
    details: ['It has the same settings, and one ledger says what is done.'],
  })
}

/** Not done, but answered: what follows it is the count. */
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

/** In the folder of the program's own files, one for each operation on each file. */
async function ledgerPath(context: Context, scope: string, { path = 'stdin' }: Source): Promise<string> {
  const { join } = await import('node:path')
  return join(context.paths.data, 'bulk', `${digest(scope, path).toString('hex')}.ledger`)
}

import { counted, grouped } from '../../api/text/amounts.ts'
import { type BulkJob, type BulkResult, outcomeOf } from './job.ts'

/** How many rows had which outcome; `failed` is everything that has none. */
export class Tally {
  readonly counts = new Map<string, number>()
  /** How many of these rows were done by earlier runs. */
  earlier = 0
  failed = 0
  /** The first few failures, for people. */
  readonly failures: { readonly line: number; readonly message: string }[] = []

  get done(): number {
    return this.counts.values().reduce((sum, count) => sum + count, 0)
  }

  get total(): number {
    return this.done + this.failed
  }

  add(outcome: string): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1)
  }

  fail(line: number, message: string): void {
    this.failed += 1
    if (this.failures.length < SHOWN_FAILURES) this.failures.push({ line, message })
  }
}

const SHOWN_FAILURES = 5

const SHOWN_WORST = 10

/** The worst results of a run: failed ones first, then by outcome and weight, then as they came. */
export class WorstResults {
  readonly #job: Pick<BulkJob<unknown>, 'outcomes' | 'weightOf'>
  readonly #most: number
  /** How many there were in all. */
  count = 0
  #worst: BulkResult[] = []

  constructor(job: Pick<BulkJob<unknown>, 'outcomes' | 'weightOf'>, most = SHOWN_WORST) {
    this.#job = job
    this.#most = most
  }

  get results(): readonly BulkResult[] {
    return this.#worst
  }

  add(results: readonly BulkResult[]): void {
    if (results.length === 0) return
    this.count += results.length
    const worstFirst = (a: BulkResult, b: BulkResult) =>
      this.#rank(b) - this.#rank(a) || this.#weight(b) - this.#weight(a)
    this.#worst = [...this.#worst, ...results].sort(worstFirst).slice(0, this.#most)
  }

  /** One that failed, or was not sent, has none of the job's outcomes. */
  #rank(result: BulkResult): number {
    const { outcomes } = this.#job
    const outcome = outcomeOf(result)
    return outcomes.includes(outcome) ? outcomes.indexOf(outcome) : outcomes.length
  }

  #weight(result: BulkResult): number {
    return this.#job.weightOf?.(result) ?? 0
  }
}

/** "10,000 rows: 9,990 added, 8 unchanged, 2 failed; 4,000 of them in earlier runs (12 s, 833/s)"; `unit` as in a job. */
export function summaryText(tally: Tally, outcomes: readonly string[], elapsedMs: number, unit?: string): string {
  const counts = [
    ...outcomes.flatMap((outcome) => {
      const count = tally.counts.get(outcome) ?? 0
      return count > 0 ? [`${grouped(count)} ${outcome}`] : []
    }),
    ...(tally.failed > 0 ? [`${grouped(tally.failed)} failed`] : []),
  ]
  const earlier = tally.earlier > 0 ? `; ${grouped(tally.earlier)} of them in earlier runs` : ''
  const seconds = elapsedMs / 1000
  const here = tally.total - tally.earlier
  const rate = seconds >= 1 ? ` (${seconds.toFixed(1)} s, ${grouped(Math.round(here / seconds))}/s)` : ''
  return `${rowsText(tally.total, unit)}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}${earlier}${rate}`
}

export function rowsText(count: number, unit = 'row'): string {
  return counted(count, unit)
}

import { writeFileSync } from 'node:fs'
import { argv, env, stdout } from 'node:process'
import { parseArgs } from 'node:util'

export interface CampaignArguments {
  readonly count: number
  readonly seed: number
  readonly isShort: boolean
}

/** `[count] [seed] [--short]`: number of cases, and the seed that reproduces them. */
export function campaignArguments({ usual, short }: { usual: number; short: number }): CampaignArguments {
  const { values, positionals } = parseArgs({
    args: argv.slice(2),
    options: { short: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [count = values.short ? short : usual, seed = 20_260_102] = positionals.map(Number)
  if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed))
    throw new Error('give a count and a seed as whole numbers')
  return { count, seed, isShort: values.short }
}

/** What one run of a campaign tried, for the sum over all its runs. */
export interface Result {
  /** Cases by what they are: kills, cuts, damages. */
  readonly counts: Readonly<Record<string, number>>
  /** Promises that did not hold. */
  readonly broken: readonly string[]
  /** Promises about time that a busy machine left open; earlier runs have none. */
  readonly undecided?: readonly string[]
  readonly seconds: number
}

/** Names the file that a run writes its Result to. */
export const RESULT_FILE = 'TXWARDEN_CAMPAIGN_RESULT'

/** Collects promises and whether they hold; the last line is the verdict. */
export class Report {
  readonly #name: string
  readonly #counts: Record<string, number> = {}
  readonly #broken: string[] = []
  readonly #undecided: string[] = []
  readonly #started = performance.now()

  constructor(name: string) {
    this.#name = name
  }

  say(line: string): void {
    stdout.write(`${line}\n`)
  }

  /** Prints a table; numbers are right-aligned. */
  table(names: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
    const widths = names.map((name, column) => Math.max(name.length, ...rows.map((row) => `${row[column]}`.length)))
    const line = (cells: readonly (string | number)[]) =>
      cells
        .map((cell, column) => `${cell}`[typeof cell === 'number' ? 'padStart' : 'padEnd'](widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    for (const row of [names, ...rows]) this.say(line(row))
  }

  /** Adds cases to the sums over several runs. */
  count(what: string, cases: number): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + cases
  }

  /**
   * @param busy for a promise about time: what in the same run, without any fault, took too long for a verdict. Then it may
   * be kept, and is undecided where it is not.
   */
  promise(text: string, kept: boolean, found = '', busy = ''): void {
    const line = found === '' ? text : `${text}: ${found}`
    const verdict = kept ? 'kept  ' : busy === '' ? 'BROKEN' : `undecided: machine busy (${busy})`
    this.say(`${verdict}  ${line}`)
    if (!kept) (busy === '' ? this.#broken : this.#undecided).push(line)
  }

  /** Prints the verdict; sets a failing exit code when a promise is broken. */
  end(): void {
    const seconds = (performance.now() - this.#started) / 1000
    const [broken, undecided] = [this.#broken.length, this.#undecided.length]
    const verdict = broken > 0 ? `${broken} promises BROKEN` : `every ${undecided > 0 ? 'other ' : ''}promise kept`
    this.say(`${this.#name}: ${undecided > 0 ? `${undecided} undecided, ` : ''}${verdict}, ${seconds.toFixed(1)} s`)
    const result: Result = {
      counts: this.#counts,
      broken: this.#broken,
      undecided: this.#undecided,
      seconds: Math.round(seconds),
    }
    const file = env[RESULT_FILE]
    if (file) writeFileSync(file, JSON.stringify(result))
    if (broken > 0) process.exitCode = 1
  }
}

/** Numbers from 0 to 1 (xorshift32), deterministic per seed. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

import type { CommandWords } from '../command-line.ts'
import type { View } from '../output/view.ts'
import type { Row } from './rows.ts'

/** What one row of the input becomes: a line of the output and of the report. */
export interface BulkResult {
  readonly line: number
  /** What became of it, in a word of the job; `failed`, or `not sent` in a dry run. */
  readonly outcome: string
  readonly error?: { readonly code: string; readonly message: string }
  readonly [member: string]: unknown
}

export interface Sending {
  /** The same in every run that is about the same row: a request whose answer was lost can be sent again. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

/** One operation on many rows. */
export interface BulkJob<Body> {
  /** The command it belongs to, with what is not a flag: for the line that resumes it. */
  readonly words: Pick<CommandWords, 'name' | 'arguments' | 'flags'>
  /** A file, or `-`. */
  readonly file: string
  /** What is counted where a row may ask for several: default `row`. */
  readonly unit?: string
  /** What is done to each, in a word: `judged`. */
  readonly verb: string
  /** Whether rows change something: a protected profile is asked for before the run leaves anything behind. */
  readonly changes: boolean
  /** What else than its body makes a row another one: flags that go with every request. */
  readonly settings: readonly string[]
  readonly concurrency: number | undefined
  readonly report: string | undefined
  /** Undefined: a run that was cut short is simply run again, nothing is kept of it. */
  readonly resume: boolean | undefined
  rows(text: AsyncIterable<string>, name: string): AsyncIterable<readonly Row[]>
  /** What a row asks for, one request each. Throws WardenError where it does not make sense. */
  bodiesOf(row: Extract<Row, { fields: unknown }>): readonly Body[]
  /** What is wrong with a body, by the contract. */
  faultsOf(body: Body): readonly string[]
  /** The members of a body that its result shows. */
  shown(body: Body): Readonly<Record<string, unknown>>
  /** Throws WardenError where it fails. */
  send(body: Body, sending: Sending): Promise<{ readonly outcome: string; readonly members: object }>
  /** Every word `send` may say, as the summary counts them; the worst is the last. */
  readonly outcomes: readonly string[]
  /** Of results with the same outcome, the higher is the worse. */
  weightOf?(result: BulkResult): number
  readonly view: View<BulkResult>
}

import type { RowVerdict } from '../../api/verdict.ts'
import type { Column, View } from '../output/view.ts'
import type { CommandWords } from '../program/command-line.ts'
import type { Doing } from './repeats.ts'
import type { BulkRow } from './rows.ts'

/** The result of one request: a line of the output and of the report. */
export interface BulkResult {
  readonly line: number
  /** A word of the job; `failed`; or `not sent` in a dry run. Undefined: it has a verdict instead. */
  readonly outcome?: string
  readonly verdict?: RowVerdict
  readonly error?: { readonly code: string; readonly message: string }
  readonly [member: string]: unknown
}

export interface JobOptions {
  /** The same for the same row in every run, so that a request with a lost response can be repeated. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
}

export function outcomeOf({ verdict, outcome = '' }: Partial<BulkResult>): string {
  return verdict ?? outcome
}

/** One operation on many rows. */
export interface BulkJob<Body> {
  /** The command and its arguments, for the command line that resumes the run. */
  readonly words: Pick<CommandWords, 'name' | 'arguments' | 'flags'>
  /** A file, or `-`. */
  readonly file: string
  /** What is counted if a row can have several requests; default `row`. */
  readonly unit?: string
  /** Past participle for messages: `validated`. */
  readonly verb: string
  /** Whether requests change something: a protected profile is confirmed before the run starts. */
  readonly changes: boolean
  /** Flags sent with every request: rows of runs with other flags are different rows. */
  readonly settings?: readonly string[]
  readonly concurrency?: number | undefined
  readonly report?: string | undefined
  /** Absent when the run cannot be resumed and keeps no ledger. */
  readonly resume?: boolean
  rows(text: AsyncIterable<string>, name: string): AsyncIterable<readonly BulkRow[]>
  /** The request bodies of a row; a promise where the row names what has to be looked up. Throws WardenError for an invalid row. */
  bodiesOf(row: Extract<BulkRow, { fields: unknown }>): readonly Body[] | Promise<readonly Body[]>
  /** What identifies a body between runs; default: all of it. */
  identityOf?(body: Body): unknown
  /** What it does; undefined where doing that twice is no mistake. */
  doing?(body: Body): Doing | undefined
  /** Errors of a body against the contract. */
  faultsOf(body: Body): readonly string[]
  /** Members of a body that its result includes. */
  shown(body: Body): Readonly<Record<string, unknown>>
  /** Throws WardenError if it fails. */
  send(body: Body, options: JobOptions): Promise<{ readonly outcome: string; readonly members: object }>
  /** All outcomes of `send`, in the order of the summary; the worst is the last. */
  readonly outcomes: readonly string[]
  /** Orders results with the same outcome: the higher, the worse. */
  weightOf?(result: BulkResult): number
  readonly view: View<BulkResult>
  /** Columns of a report in CSV; default: those of the view. */
  readonly reportColumns?: readonly Column<BulkResult>[]
  /** What the summary says of a result that people have to see; undefined of others. */
  warningOf?(result: BulkResult): string | undefined
}

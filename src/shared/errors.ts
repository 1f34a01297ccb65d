/**
 * Room: What several rooms need and is no contract.
 *
 * It imports nothing but itself.
 */

/** Category of an error; the command line maps each to an exit code. */
export type ErrorKind =
  | 'unexpected'
  | 'usage'
  | 'auth'
  | 'partial'
  | 'not-found'
  | 'unavailable'
  | 'rate-limited'
  | 'refused'
  | 'check-failed'
  | 'interrupted'
  | 'program-not-executable'
  | 'program-not-found'

type Parameters = Readonly<Record<string, string>>

export interface WardenErrorOptions {
  readonly kind: ErrorKind
  /** Stable, kebab-case. */
  readonly code: string
  /** One line: what failed, with which value. */
  readonly message: string
  /** More lines, each readable alone. */
  readonly details?: readonly string[]
  /** A command to run next. */
  readonly try?: string
  /** Values that belong to the code, by name: what a command to run next is made of. */
  readonly parameters?: Parameters
  /** HTTP status of a server's response. */
  readonly status?: number
  readonly cause?: unknown
}

/** The only error class for users. Any other error is a bug. */
export class WardenError extends Error {
  override readonly name = 'WardenError'
  readonly kind: ErrorKind
  readonly code: string
  readonly details: readonly string[]
  readonly try: string | undefined
  readonly parameters: Parameters
  readonly status: number | undefined

  constructor(options: WardenErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = options.kind
    this.code = options.code
    this.details = options.details ?? []
    this.try = options.try
    this.parameters = options.parameters ?? {}
    this.status = options.status
  }
}

type More = Omit<WardenErrorOptions, 'kind' | 'code' | 'message'>

function ofKind(kind: ErrorKind) {
  return (code: string, message: string, more: More = {}) => new WardenError({ kind, code, message, ...more })
}

/** What is asked for is refused. */
export const refusal = ofKind('refused')
export const misuse = ofKind('usage')
export const notFound = ofKind('not-found')
export const unavailable = ofKind('unavailable')
export const unexpected = ofKind('unexpected')
/** A key is missing, or is refused. */
export const noAccess = ofKind('auth')
/** The user stopped it, or did not confirm it. */
export const stopped = ofKind('interrupted')

/** For an aborted signal; `reason` is the signal's. */
export function interrupted(reason?: unknown, message = 'interrupted', more: More = {}): WardenError {
  return stopped('interrupted', message, { cause: reason, ...more })
}

/** What went wrong, as far as a caller decides by it; the command line maps each kind to one exit code. */
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

export interface WardenErrorOptions {
  readonly kind: ErrorKind
  /** Stable, kebab-case. */
  readonly code: string
  /** One line: what, which value. */
  readonly message: string
  /** Further lines, each readable alone. */
  readonly details?: readonly string[]
  /** A command line that can be run next. */
  readonly try?: string
  /** HTTP status, when the error is an answer of a server. */
  readonly status?: number
  readonly cause?: unknown
}

/** The one error class of the house: everything a person may be shown. Anything else that is thrown is a bug. */
export class WardenError extends Error {
  override readonly name = 'WardenError'
  readonly kind: ErrorKind
  readonly code: string
  readonly details: readonly string[]
  readonly try: string | undefined
  readonly status: number | undefined

  constructor(options: WardenErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = options.kind
    this.code = options.code
    this.details = options.details ?? []
    this.try = options.try
    this.status = options.status
  }
}

/** For an aborted signal; `reason` is the signal's. */
export function interrupted(reason: unknown): WardenError {
  return new WardenError({ kind: 'interrupted', code: 'interrupted', message: 'interrupted', cause: reason })
}

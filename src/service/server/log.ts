import { type OperationId, operation } from '../../api/operations.ts'

/** What a line may say of a request, beside its outcome. */
export interface About {
  readonly operation?: OperationId
  /** A path of the server's own. */
  readonly ownPath?: string
  /** The id of the key that was used. */
  readonly actor?: string
}

/** What one request leaves in the log: no key, no body, no query, no path as it was typed. */
export interface RequestLine {
  readonly id: string
  readonly method: string
  readonly about: About
  /** Undefined: the caller went away before there was an answer. */
  readonly status: number | undefined
  readonly ms: number
}

export interface Log {
  request(line: RequestLine): void
  /** A failure that the caller hears nothing of but a 500. */
  failure(error: unknown): void
  say(text: string): void
  /** What somebody should look into. */
  warn(text: string): void
}

export interface LogOptions {
  /** Takes whole lines of JSON. */
  readonly write: (line: string) => void
  /** Only what went wrong. */
  readonly quiet: boolean
}

/** Structured log, one line of JSON an event. */
export async function createLog({ write, quiet }: LogOptions): Promise<Log> {
  const { pino } = await import('pino')
  const log = pino(
    {
      base: undefined,
      level: quiet ? 'warn' : 'info',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  )
  return {
    request({ id, method, about, status, ms }) {
      const route = about.operation === undefined ? about.ownPath : operation(about.operation).path
      const line = {
        id,
        method,
        ...(route !== undefined && { route }),
        ...(about.operation !== undefined && { operation: about.operation }),
        ...(status === undefined ? { aborted: true } : { status }),
        ms: Math.round(ms * 10) / 10,
        ...(about.actor !== undefined && { key: about.actor }),
      }
      if (status !== undefined && status >= 500) log.warn(line, 'request')
      else log.info(line, 'request')
    },
    failure: (error) => log.error({ err: error }, 'failure'),
    say: (text) => log.info(text),
    warn: (text) => log.warn(text),
  }
}

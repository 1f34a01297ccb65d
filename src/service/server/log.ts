import { operation } from '../../api/operations/operations.ts'
import type { HandledAnswer } from '../http/handle.ts'

/** What the log shows about a request. */
export type LoggedRequest = Omit<HandledAnswer['info'], 'waitedMs'> & {
  /** A path outside the API, such as /healthz. */
  readonly ownPath?: string
}

/** Log line of a request. Never contains a key, a body, a query or the raw path. */
export interface RequestLine {
  readonly id: string
  /** Id of the caller's trace. */
  readonly traceId?: string | undefined
  readonly method: string
  readonly info: LoggedRequest
  /** Absent when the caller disconnected before the response. */
  readonly status: number | undefined
  readonly ms: number
}

export interface ServerLog {
  request(line: RequestLine): void
  /** An error that the caller sees only as a 500. */
  failure(error: unknown): void
  info(text: string): void
  warn(text: string): void
}

export interface LogOptions {
  /** Called with whole lines of JSON. */
  readonly write: (line: string) => void
  /** Logs warnings and errors only. */
  readonly quiet: boolean
}

/** Structured log: one line of JSON an event. */
export async function createLog({ write, quiet }: LogOptions): Promise<ServerLog> {
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
    request({ id, traceId, method, info, status, ms }) {
      const route = info.operation === undefined ? info.ownPath : operation(info.operation).path
      const line = {
        id,
        ...(traceId !== undefined && { trace_id: traceId }),
        method,
        ...(route !== undefined && { route }),
        ...(info.operation !== undefined && { operation: info.operation }),
        ...(status === undefined ? { aborted: true } : { status }),
        ms: Math.round(ms * 10) / 10,
        ...(info.actor !== undefined && { key: info.actor }),
        ...(info.actorName !== undefined && { keyName: info.actorName }),
      }
      if (status !== undefined && status >= 500) log.warn(line, 'request')
      else log.info(line, 'request')
    },
    failure: (error) => log.error({ err: error }, 'failure'),
    info: (text) => log.info(text),
    warn: (text) => log.warn(text),
  }
}

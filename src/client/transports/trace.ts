import type { ApiResponse } from '../../api/operations/message.ts'
import type { KeyKind } from '../../api/operations/operation.ts'
import type { WardenError } from '../../shared/errors.ts'
import { cleanText } from '../errors/server-text.ts'
import { HIDDEN, hideHeaders } from '../secrets.ts'

export type TracedKeys = Readonly<Partial<Record<KeyKind, string>>>

export function hideKeys(text: string, keys: TracedKeys): string {
  // Shorter values are not keys; removing them would garble the text.
  return [keys.validation ?? '', keys.management ?? '']
    .filter((key) => key.length >= 8)
    .reduce((shown, key) => shown.replaceAll(key, HIDDEN), text)
}

/** The trace of one exchange; the time starts at its creation. */
export interface Tracer {
  readonly request: (method: string, address: string, headers: Readonly<Record<string, string>>) => void
  readonly response: (response: ApiResponse) => void
  readonly failure: (error: WardenError) => void
}

export interface TraceOptions {
  /** Receives the trace line by line: requests, headers, status, time; no bodies, no secrets. */
  readonly trace?: (line: string) => void
  /** Milliseconds with any origin. */
  readonly now: () => number
  readonly keys: TracedKeys
}

export function createTracer({ trace, now, keys }: TraceOptions): Tracer {
  const started = now()
  const line = (text: string) => trace?.(cleanText(hideKeys(text, keys), 1000))
  const lines = (mark: string, headers: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(hideHeaders(headers))) line(`${mark} ${name}: ${value}`)
  }
  const elapsed = () => `${Math.round(now() - started)} ms`
  return {
    request: (method, address, headers) => {
      line(`> ${method} ${address}`)
      lines('>', headers)
    },
    response: ({ status, headers }) => {
      line(`< ${status} in ${elapsed()}`)
      lines('<', headers)
    },
    failure: ({ code }) => line(`< ${code} after ${elapsed()}`),
  }
}

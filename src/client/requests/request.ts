import type { Operation } from '../../api/operations/operation.ts'
import type { PathParams } from '../../api/operations/operations.ts'
import { WardenError } from '../../shared/errors.ts'
import type { Outgoing, Progress } from '../transport.ts'
import { callerHeaders } from './headers.ts'

export type QueryValue = string | number | boolean | null | undefined
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

export interface OperationInput {
  readonly params?: PathParams
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

export interface SendOptions {
  /** Undefined: no key is needed, because the response cannot get lost. */
  readonly newIdempotencyKey: () => string | undefined
  readonly signal?: AbortSignal
  readonly onProgress?: Progress
}

/** The request of an operation. Throws WardenError 'refused' for an invalid path parameter. */
export function operationRequest(row: Operation, input: OperationInput, options: SendOptions): Outgoing {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  return {
    request: {
      method: row.method,
      path: fillPath(row.path, input.params ?? {}),
      query: encodeQuery(input.query ?? {}),
      headers: requestHeaders(row.method, body, input.headers ?? {}, options.newIdempotencyKey),
      ...(body === undefined ? {} : { body }),
    },
    key: row.key,
    changes: row.changes,
    // By its method, or by the idempotency key of a POST.
    repeatable: true,
    summary: row.summary,
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  }
}

/** Adds an idempotency key to every POST whose response can get lost. Headers of the caller take precedence. */
export function requestHeaders(
  method: string,
  body: string | undefined,
  given: Readonly<Record<string, string | undefined>>,
  newIdempotencyKey: () => string | undefined,
): Record<string, string> {
  const key = method === 'POST' ? newIdempotencyKey() : undefined
  return {
    accept: 'application/json, */*;q=0.5',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...callerHeaders(given),
  }
}

function fillPath(template: string, params: PathParams): string {
  return template.replace(/\{([^{}]+)\}/g, (_braces, name: string) => encodeSegment(name, params[name] ?? ''))
}

/** Refuses values that would address another path: an empty one (`/monitor/`), `.` and `..`. */
function encodeSegment(name: string, value: string): string {
  if (value.trim() === '')
    throw new WardenError({ kind: 'refused', code: 'empty-path-parameter', message: `${name} must not be empty` })
  if (value === '.' || value === '..' || !value.isWellFormed())
    throw new WardenError({
      kind: 'refused',
      code: 'invalid-path-parameter',
      message: `${JSON.stringify(value)} cannot be a ${name}`,
    })
  return encodeURIComponent(value)
}

/** Lists repeat their name; absent members are omitted. A space is %20, because not every server decodes +. */
export function encodeQuery(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) search.append(name, String(item))
  return search.toString().replaceAll('+', '%20')
}

import type { Operation } from '../api/operation.ts'
import type { PathParams } from '../api/operations.ts'
import { WardenError } from '../shared/errors.ts'
import { callerHeaders } from './headers.ts'
import type { Outgoing } from './transport.ts'

export type QueryValue = string | number | boolean | null | undefined
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

/** What a caller gives to an operation, whatever the operation. */
export interface OperationInput {
  readonly params?: PathParams
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

export interface Delivery {
  /** Undefined: none is needed, for the answer cannot be lost on the way. */
  readonly newIdempotencyKey: () => string | undefined
  readonly signal?: AbortSignal
}

/** The row and the input, as one request. Throws WardenError 'refused' on a path parameter that cannot be sent. */
export function operationRequest(row: Operation, input: OperationInput, delivery: Delivery): Outgoing {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  return {
    request: {
      method: row.method,
      path: fillPath(row.path, input.params ?? {}),
      query: encodeQuery(input.query ?? {}),
      headers: requestHeaders(row.method, body, input.headers ?? {}, delivery.newIdempotencyKey),
      ...(body === undefined ? {} : { body }),
    },
    key: row.key,
    changes: row.changes,
    repeatable: row.idempotent || row.method === 'POST',
    summary: row.summary,
    ...(delivery.signal ? { signal: delivery.signal } : {}),
  }
}

/** Every POST carries an idempotency-key where answers can be lost; what the caller gives wins. */
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
  return template.replace(/\{([^}]+)\}/g, (_braces, name: string) => encodeSegment(name, params[name] ?? ''))
}

/** Refuses what would make another path of it: nothing at all (`/monitor/`), and the two that walk up. */
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

/** Lists repeat their name; absent members are left out. A space is %20: not every server reads + as one. */
export function encodeQuery(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) search.append(name, String(item))
  return search.toString().replaceAll('+', '%20')
}

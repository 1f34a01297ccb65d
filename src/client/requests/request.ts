import type { ApiRequest } from '../../api/operations/message.ts'
import type { Operation } from '../../api/operations/operation.ts'
import type { PathParams } from '../../api/operations/operations.ts'
import { refusal } from '../../shared/errors.ts'
import type { Outgoing, Progress } from '../transport.ts'
import { callerHeaders } from './headers.ts'

export type QueryValue = string | number | boolean | null | undefined
export type RequestQuery = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

export interface OperationInput {
  readonly params?: PathParams
  readonly query?: RequestQuery
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

export interface SendOptions {
  /** Returns undefined when no key is needed, because the response cannot get lost. */
  readonly newIdempotencyKey: () => string | undefined
  readonly signal?: AbortSignal
  readonly onProgress?: Progress
}

/** The request of an operation. Throws WardenError 'refused' for an invalid path parameter. */
export function operationRequest(row: Operation, input: OperationInput, options: SendOptions): Outgoing {
  const { method, key, changes, summary } = row
  const [path, query] = [fillPath(row.path, input.params ?? {}), encodeQuery(input.query ?? {})]
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  // By its method, or by the idempotency key of a POST.
  const about = { key, changes, summary, repeatable: true }
  return outgoingOf({ method, path, query, body }, input.headers, about, options)
}

interface RequestParts extends Pick<ApiRequest, 'method' | 'path' | 'query'> {
  readonly body: string | undefined
}

/**
 * Completes a request with its headers, and adds an idempotency key to every POST whose response can get lost. Headers of the caller
 * take precedence.
 */
export function outgoingOf(
  { body, ...parts }: RequestParts,
  given: OperationInput['headers'],
  about: Pick<Outgoing, 'key' | 'changes' | 'repeatable' | 'summary'>,
  { newIdempotencyKey, signal, onProgress }: SendOptions,
): Outgoing {
  const key = parts.method === 'POST' ? newIdempotencyKey() : undefined
  const headers = {
    accept: 'application/json, */*;q=0.5',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...callerHeaders(given ?? {}),
  }
  return {
    ...about,
    request: { ...parts, headers, ...(body === undefined ? {} : { body }) },
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  }
}

function fillPath(template: string, params: PathParams): string {
  return template.replace(/\{([^{}]+)\}/g, (_braces, name: string) => encodeSegment(name, params[name] ?? ''))
}

/** Refuses values that would address another path: an empty one (`/monitor/`), `.` and `..`. */
function encodeSegment(name: string, value: string): string {
  if (value.trim() === '') throw refusal('empty-path-parameter', `${name} must not be empty`)
  if (value === '.' || value === '..' || !value.isWellFormed())
    throw refusal('invalid-path-parameter', `${JSON.stringify(value)} cannot be a ${name}`)
  return encodeURIComponent(value)
}

/** Lists repeat their name; absent members are omitted. A space is %20, because not every server decodes +. */
export function encodeQuery(query: RequestQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) search.append(name, String(item))
  return search.toString().replaceAll('+', '%20')
}

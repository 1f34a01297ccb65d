import type { KeyKind, Operation } from '../../api/operations/operation.ts'
import { operation, operationIds } from '../../api/operations/operations.ts'
import { refusal } from '../../shared/errors.ts'
import type { Outgoing } from '../transport.ts'
import { encodeQuery, outgoingOf, type RequestQuery, type SendOptions } from './request.ts'

/** A request as a user wrote it: any path of the service, also one without an operation in the contract. */
export interface AnyRequest {
  readonly method: string
  /** Starts with a slash; may have a query. */
  readonly path: string
  readonly query?: RequestQuery
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const READING = ['GET', 'HEAD']
const MANAGEMENT_PATH = /\/management(?:\/|$)|^\/ext\/v1\/(?:audit|settings|deliveries|intel)(?:\/|$)/

/** Throws WardenError 'refused' for an invalid method, path or header. */
export function anyRequest(given: AnyRequest, options: SendOptions): Outgoing {
  const method = readMethod(given.method)
  const { path, query } = readPath(given)
  const body = readBody(given.body)
  const row = operationAt(method, path)
  const about = {
    key: row?.key ?? keyOf(path),
    // Unknown requests count as changes, so that a dry run never sends one.
    changes: row?.changes ?? !READING.includes(method),
    // PATCH alone is neither idempotent (RFC 9110, 9.2.2) nor sent with an idempotency key.
    repeatable: method !== 'PATCH',
    summary: row?.summary ?? `${method} ${path}`,
  }
  return outgoingOf({ method, path, query, body }, given.headers, about, options)
}

function readMethod(text: string): string {
  const method = text.toUpperCase()
  if (METHODS.includes(method)) return method
  throw refusal(
    'unknown-method',
    `${JSON.stringify(text)} is not a supported method: expected one of ${METHODS.join(', ')}`,
  )
}

/** Resolves `..` first: key, operation and dry run must see the path that the server sees. */
function readPath(given: AnyRequest): { path: string; query: string } {
  if (!given.path.startsWith('/') || !URL.canParse(`http://service.invalid${given.path}`))
    throw refusal(
      'invalid-path',
      `${JSON.stringify(given.path)} is not a path: it must start with a slash; the base URL comes from the profile`,
      { try: 'txwarden api GET /api/v2/management/monitor' },
    )
  const url = new URL(`http://service.invalid${given.path.replaceAll('#', '%23')}`)
  const query = [url.search.slice(1), encodeQuery(given.query ?? {})].filter((part) => part !== '').join('&')
  return { path: url.pathname, query }
}

function readBody(body: unknown): string | undefined {
  if (body === undefined || typeof body === 'string') return body
  return JSON.stringify(body)
}

/** The operation for a method (upper case) and a path without query. */
export function operationAt(method: string, path: string): Operation | undefined {
  return operationIds.map(operation).find((row) => row.method === method && pathPattern(row.path).test(path))
}

function pathPattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^{}]+\}/g, '[^/]+')}$`)
}

function keyOf(path: string): KeyKind {
  return MANAGEMENT_PATH.test(path) ? 'management' : 'validation'
}

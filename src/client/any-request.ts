import type { KeyKind, Operation } from '../api/operation.ts'
import { operation, operationIds } from '../api/operations.ts'
import { WardenError } from '../shared/errors.ts'
import { type Delivery, encodeQuery, type Query, requestHeaders } from './request.ts'
import type { Outgoing } from './transport.ts'

/** A request a person wrote: any path of the service, also one that no operation of ours has. */
export interface AnyRequest {
  readonly method: string
  /** From the first slash; may carry a query. */
  readonly path: string
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Text goes as it is, anything else as JSON. */
  readonly body?: unknown
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** RFC 9110, 9.2.2. */
const IDEMPOTENT = ['GET', 'HEAD', 'PUT', 'DELETE']
const READING = ['GET', 'HEAD']
const MANAGEMENT_PATH = /\/management(?:\/|$)|^\/ext\/v1\/(?:audit|settings|deliveries|intel)(?:\/|$)/

/** Throws WardenError 'refused' when method, path or a header cannot be sent. */
export function anyRequest(given: AnyRequest, delivery: Delivery): Outgoing {
  const method = readMethod(given.method)
  const { path, query } = readPath(given)
  const body = readBody(given.body)
  const row = operationAt(method, path)
  return {
    request: {
      method,
      path,
      query,
      headers: requestHeaders(method, body, given.headers ?? {}, delivery.newIdempotencyKey),
      ...(body === undefined ? {} : { body }),
    },
    key: row?.key ?? keyOf(path),
    // What no row describes is taken to change something: a dry run must not guess.
    changes: row?.changes ?? !READING.includes(method),
    repeatable: row?.idempotent || method === 'POST' || IDEMPOTENT.includes(method),
    summary: row?.summary ?? `${method} ${path}`,
    ...(delivery.signal ? { signal: delivery.signal } : {}),
  }
}

function readMethod(text: string): string {
  const method = text.toUpperCase()
  if (METHODS.includes(method)) return method
  throw new WardenError({
    kind: 'refused',
    code: 'unknown-method',
    message: `${JSON.stringify(text)} is not a method we send: one of ${METHODS.join(', ')}`,
  })
}

/** Resolves `..` before anything is decided by the path: key, row and dry run must see what the server will see. */
function readPath(given: AnyRequest): { path: string; query: string } {
  if (!given.path.startsWith('/') || !URL.canParse(`http://service.invalid${given.path}`))
    throw new WardenError({
      kind: 'refused',
      code: 'invalid-path',
      message: `${JSON.stringify(given.path)} is not a path: it must start with a slash; the address comes from the profile`,
      try: 'txwarden api GET /api/v2/management/monitor',
    })
  const url = new URL(`http://service.invalid${given.path.replaceAll('#', '%23')}`)
  const query = [url.search.slice(1), encodeQuery(given.query ?? {})].filter((part) => part !== '').join('&')
  return { path: url.pathname, query }
}

function readBody(body: unknown): string | undefined {
  if (body === undefined || typeof body === 'string') return body
  return JSON.stringify(body)
}

/** The operation behind a method (upper case) and a path without query; undefined where no row has it. */
export function operationAt(method: string, path: string): Operation | undefined {
  return operationIds.map(operation).find((row) => row.method === method && pathPattern(row.path).test(path))
}

function pathPattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`)
}

function keyOf(path: string): KeyKind {
  return MANAGEMENT_PATH.test(path) ? 'management' : 'validation'
}

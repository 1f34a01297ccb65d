import type * as z from 'zod'
import { fieldErrors } from '../api/issues.ts'
import type { ApiRequest } from '../api/message.ts'
import type { Operation } from '../api/operations.ts'
import type { FieldError, ProblemCode } from '../api/problems.ts'
import { safeParse } from '../api/safe-parse.ts'
import { Problem } from './problem.ts'

/** Largest body taken (bytes). */
export const MAX_BODY_BYTES = 1024 * 1024

export interface Parsed {
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
}

/** Query, headers and body as the operation's schemas know them; throws Problem 400, 413 or 415. */
export function parseRequest(request: ApiRequest, operation: Operation): Parsed {
  return {
    query:
      operation.query && check(operation.query(), readQuery(request.query), 'invalid-query', 'The query does not fit'),
    headers:
      operation.headers && check(operation.headers(), request.headers, 'invalid-header', 'The headers do not fit'),
    body: operation.body && check(operation.body(), readBody(request), 'invalid-body', 'The body does not fit'),
  }
}

function check(schema: z.ZodType, value: unknown, code: ProblemCode, what: string): unknown {
  const result = safeParse(schema, value, { reportInput: true })
  if (result.success) return result.data
  const errors = fieldErrors(result.error)
  throw new Problem(code, `${what}: ${summarise(errors)}.`, { errors })
}

function summarise(errors: readonly FieldError[]): string {
  const shown = errors.slice(0, 3).map(({ path, message }) => (path === '' ? `it ${message}` : `${path} ${message}`))
  const more = errors.length - shown.length
  return more > 0 ? `${shown.join('; ')}; and ${more} more` : shown.join('; ')
}

function readQuery(query: string): Record<string, string | string[]> {
  const search = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

function readBody(request: ApiRequest): unknown {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(type))
    throw new Problem(
      'unsupported-media-type',
      `Send the body as application/json, not ${type === '' ? 'untyped' : type}.`,
    )
  const text = request.body ?? ''
  if (Buffer.byteLength(text) > MAX_BODY_BYTES)
    throw new Problem('body-too-large', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('invalid-json', text === '' ? 'The body is empty.' : 'The body cannot be read as JSON.', {
      cause: error,
    })
  }
}

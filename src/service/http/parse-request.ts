import type * as z from 'zod'
import { fieldErrors } from '../../api/issues.ts'
import type { ApiRequest } from '../../api/message.ts'
import type { Operation } from '../../api/operation.ts'
import type { FieldError, ProblemCode } from '../../api/problems.ts'
import { safeParse } from '../../api/safe-parse.ts'
import { Problem } from '../problems/problem.ts'

/** Largest body taken (bytes). */
export const MAX_BODY_BYTES = 1024 * 1024

export interface Parsed {
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
}

/** Not every database keeps it in text, and no name or address has it. */
const NUL = '\0'

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
      if (values.some((value) => value.includes(NUL)))
        throw new Problem('invalid-query', `The query does not fit: ${name} has a character of code 0 in it.`)
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
  const value = readJson(text)
  // Most bodies do not even look as if they had one.
  if (text.includes('\\u0000') && hasNul(value))
    throw new Problem('invalid-body', 'The body does not fit: there is a character of code 0 in it.')
  return value
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('invalid-json', text === '' ? 'The body is empty.' : 'The body cannot be read as JSON.', {
      cause: error,
    })
  }
}

/** Step by step: how deep a body goes is up to its sender. */
function hasNul(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && next.includes(NUL)) return true
    if (typeof next === 'object' && next !== null) for (const entry of Object.entries(next)) left.push(...entry)
  }
  return false
}

import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import type { ApiRequest } from '../../api/operations/message.ts'
import { isAddition, type Operation } from '../../api/operations/operation.ts'
import { fieldErrors, pathOf } from '../../api/parsing/issues.ts'
import { safeParse } from '../../api/parsing/safe-parse.ts'
import type { FieldError, ProblemCode } from '../../api/problems.ts'
import { nodeNames } from '../../api/vocabulary.ts'
import { isRecord } from '../../shared/json/json.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'
import { Problem } from '../problems/problem.ts'

export const MAX_BODY_BYTES = 1024 * 1024

export function bodyTooLarge(): Problem {
  return new Problem('body-too-large', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
}

export function bodyNotUtf8(): Problem {
  return new Problem('invalid-json', 'The body is not valid UTF-8.')
}

export interface ParsedRequest {
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
}

/** Rejected everywhere: PostgreSQL cannot store it in text. */
const NUL = '\0'

/** Escapes of a NUL character or of a half of a surrogate pair. */
const SUSPECT_ESCAPE = /\\u(?:0000|d[89a-f])/i

/**
 * Path and query are ASCII with percent-encoded UTF-8 (RFC 3986). Other bytes would be replaced when they are decoded:
 * different texts would be stored as the same one.
 * @throws Problem 400
 */
export function checkTarget({ path, query }: Pick<ApiRequest, 'path' | 'query'>): void {
  if (!isEncoded(path)) throw new Problem('invalid-path', 'The path is not percent-encoded UTF-8.')
  if (!isEncoded(query)) throw new Problem('invalid-query', 'The query is not percent-encoded UTF-8.')
}

function isEncoded(text: string): boolean {
  if (!/^[\x21-\x7e]*$/.test(text)) return false
  // A percent sign without two digits means itself in a query; a path is decoded by the router.
  return (text.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((bytes) => {
    try {
      return decodeURIComponent(bytes) !== ''
    } catch {
      return false
    }
  })
}

/**
 * Validates query, headers and body with the operation's schemas. A body of the interface may have members that are unknown
 * here: `ignored` is called. A body of ours may not: a misspelt limit would be none.
 * @throws Problem 400, 413, 415
 */
export function parseRequest(request: ApiRequest, operation: Operation, ignored?: () => void): ParsedRequest {
  return {
    query: operation.query && check(operation.query(), readQuery(request.query), 'invalid-query', 'Invalid query'),
    headers: operation.headers && check(operation.headers(), request.headers, 'invalid-header', 'Invalid headers'),
    body: readValidBody(request, operation, ignored),
  }
}

function readValidBody(request: ApiRequest, operation: Operation, ignored?: () => void): unknown {
  if (!operation.body) return undefined
  const body = readBody(request)
  const taken = check(operation.body(), body, 'invalid-body', 'Invalid body')
  // What an event of a Safe has more is documented as ignored.
  const unknown = operation.takesEventSecret ? [] : unknownMembers(body, taken)
  if (unknown.length === 0) return taken
  const misnamed = misnamedMembers(body)
  if (misnamed.length > 0) refuse('invalid-body', 'Invalid body', misnamed)
  if (isAddition(operation)) refuse('invalid-body', 'Invalid body', unknown.slice(0, MAX_NAMED).map(notKnown))
  ignored?.()
  return taken
}

/** Ignored, they would make another transaction than the one that is sent. */
function misnamedMembers(body: unknown): FieldError[] {
  const given = isRecord(body) && isRecord(body.transaction) ? body.transaction : {}
  return Object.entries(nodeNames).flatMap(([name, ours]) => {
    const value = given[name] ?? ''
    const isEmpty = value === '' || value === '0x' || (Array.isArray(value) && value.length === 0)
    if (isEmpty || isDeepStrictEqual(value, given[ours])) return []
    return [{ path: `transaction.${name}`, message: `is not read: name it ${ours}` }]
  })
}

/** A body of 1 MiB may have very many. */
const MAX_NAMED = 20

function notKnown(path: string): FieldError {
  return { path, message: 'is not a member of this body' }
}

function check(schema: z.ZodType, value: unknown, code: ProblemCode, what: string): unknown {
  const result = safeParse(schema, value, { reportInput: true })
  if (result.success) return result.data
  return refuse(code, what, fieldErrors(result.error))
}

function refuse(code: ProblemCode, what: string, errors: readonly FieldError[]): never {
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
        throw new Problem('invalid-query', `Invalid query: ${name} contains a NUL character.`)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/**
 * Why a body is not read: it is not JSON, not UTF-8 (RFC 8259, 8.1), or compressed. A charset that is named otherwise is
 * refused although the bytes may be ASCII: a proxy that decodes them by it would read another text.
 */
export function mediaFault(headers: ApiRequest['headers']): Problem | undefined {
  const type = headers['content-type'] ?? ''
  if (!/^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(type))
    return unsupportedMedia(`Send the body as application/json, not ${type === '' ? 'untyped' : type}.`)
  const charset = charsets(type).find((name) => !/^utf-?8$/i.test(name))
  if (charset !== undefined) return unsupportedMedia(`Send the body as UTF-8, not ${charset || 'an empty charset'}.`)
  const coding = (headers['content-encoding'] ?? '').trim()
  if (coding !== '' && coding.toLowerCase() !== 'identity')
    return unsupportedMedia(`Send the body without Content-Encoding, not as ${coding}.`)
  return undefined
}

function charsets(type: string): string[] {
  return type.split(';').flatMap((parameter) => {
    const [name = '', value = ''] = parameter.split('=')
    return name.trim().toLowerCase() === 'charset' ? [value.trim().replaceAll('"', '')] : []
  })
}

/** 415 with what is accepted (RFC 9110, 15.5.16). */
function unsupportedMedia(detail: string): Problem {
  return new Problem('unsupported-media-type', detail, {
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
  })
}

/**
 * Refuses a member that occurs twice, in every body: a proxy or signer that reads the first `to` would act on another
 * address than the one that is checked here. The scan takes about as long as JSON.parse.
 */
function readBody(request: ApiRequest): unknown {
  const fault = mediaFault(request.headers)
  if (fault) throw fault
  const text = request.body ?? ''
  if (!text.isWellFormed()) throw bodyNotUtf8()
  if (Buffer.byteLength(text) > MAX_BODY_BYTES) throw bodyTooLarge()
  const value = readJson(text)
  const flaw = findJsonFault(text, value)
  if (flaw) throw new Problem('invalid-body', `Invalid body: it ${flaw.text} (line ${flaw.line}).`)
  // The first test is cheap and excludes most bodies.
  if (SUSPECT_ESCAPE.test(text)) refuseUnstorable(value)
  return value
}

function readJson(text: string): unknown {
  // RFC 8259, 8.1: it must not be there, and of two readers one may take it and one not.
  if (text.startsWith('\ufeff')) throw new Problem('invalid-json', 'The body begins with a byte order mark.')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('invalid-json', text === '' ? 'The body is empty.' : 'The body is not JSON.', {
      cause: error,
    })
  }
}

/** Iterative: a deeply nested body must not overflow the stack. */
function refuseUnstorable(value: unknown): void {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && next.includes(NUL))
      throw new Problem('invalid-body', 'Invalid body: it contains a NUL character.')
    // UTF-8 has no form for it: it would be stored as U+FFFD.
    if (typeof next === 'string' && !next.isWellFormed())
      throw new Problem('invalid-body', 'Invalid body: it contains half of a surrogate pair.')
    if (typeof next === 'object' && next !== null) for (const entry of Object.entries(next)) left.push(...entry)
  }
}

/** The paths of the members of a body that its schema did not take: `transactionFilter.minUSD`. */
function unknownMembers(given: unknown, taken: unknown, path: readonly PropertyKey[] = []): string[] {
  if (given === taken) return []
  if (Array.isArray(given) && Array.isArray(taken))
    return given.flatMap((each, index) => unknownMembers(each, taken[index], [...path, index]))
  if (!isRecord(given) || !isRecord(taken)) return []
  return Object.entries(given).flatMap(([name, value]) => {
    const at = [...path, name]
    return Object.hasOwn(taken, name) ? unknownMembers(value, taken[name], at) : [pathOf(at)]
  })
}

import * as z from 'zod'
import type { ApiResponse } from '../api/operations/message.ts'
import type { Operation } from '../api/operations/operation.ts'
import type { PathParams } from '../api/operations/operations.ts'
import { fieldErrors, pathOf } from '../api/parsing/issues.ts'
import { safeParse } from '../api/parsing/safe-parse.ts'
import { unexpected, type WardenError } from '../shared/errors.ts'
import { isRecord, parseJson } from '../shared/json/json.ts'
import { cleanText } from './errors/server-text.ts'

/** What is known of the request of a response. */
export interface RequestInfo {
  readonly row: Operation
  readonly params: PathParams
  readonly notice: (line: string) => void
}

/** Deeper than any response of the contract, and shallow enough for recursion. */
const MAX_DEPTH = 64
const MAX_DETAILS = 4
const MAX_NOTICES = 3

/**
 * Reads the body of a 2xx response: null members are removed, unless only our own service answers; unknown members are kept; undefined if the operation has no
 * body. Unknown words and chains pass with a notice, because the service may be newer than this program. Any other
 * mismatch throws WardenError 'unexpected'.
 */
export function readResponse(request: RequestInfo, response: ApiResponse): unknown {
  if (isWebPage(response)) throw webPage(request.row, response)
  const schema = request.row.output?.()
  if (!schema) return undefined
  if (response.body.trim() === '') {
    const deleted = deletedId(request)
    if (deleted) return deleted
    throw unexpectedAnswer(request.row, response, 'has an empty response; expected a body')
  }
  const parsed = parseJson(response.body)
  if (parsed === undefined)
    throw unexpectedAnswer(
      request.row,
      response,
      `has a response that is not JSON: ${JSON.stringify(cleanText(response.body, 80))}`,
    )
  if (isDeeper(parsed, MAX_DEPTH))
    throw unexpectedAnswer(request.row, response, `has a response nested deeper than ${MAX_DEPTH} levels`)
  const value = request.row.scope === 'local' ? parsed : withoutNulls(parsed)
  checkSchema(request, response, schema, value)
  return value
}

/** The API does not define the body of a delete (4.3): without one, the id comes from the request. */
function deletedId({ row, params }: RequestInfo): Record<string, string> | undefined {
  const schema = row.output?.()
  if (row.method !== 'DELETE' || !(schema instanceof z.ZodObject)) return undefined
  const [member] = Object.keys(schema.shape)
  const [id] = Object.values(params)
  return member === undefined || id === undefined ? undefined : { [member]: id }
}

function checkSchema({ row, notice }: RequestInfo, response: ApiResponse, schema: z.ZodType, value: unknown): void {
  const { errors, unknown } = findSchemaMismatch(schema, value)
  const [first, ...more] = errors
  if (first !== undefined)
    throw unexpectedAnswer(row, response, `has an invalid response: ${cleanText(first)}`, more.slice(0, MAX_DETAILS))
  for (const line of unknown.slice(0, MAX_NOTICES)) notice(`unknown value in the response: ${cleanText(line, 120)}`)
  if (unknown.length > MAX_NOTICES) notice(`${unknown.length - MAX_NOTICES} more unknown values in the response`)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}

/** Hosted services send null for absent members. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  )
}

/** Gateways, captive portals and dashboards send pages, also with status 200 and also with a wrong content type. */
export function isWebPage({ headers, body }: ApiResponse): boolean {
  if (/^\s*<(?:!doctype html|html)\b/i.test(body)) return true
  return /\bx?html\b/i.test(headers['content-type'] ?? '') && !/^\s*(?:[{[]|$)/.test(body)
}

function webPage(row: Operation, response: ApiResponse): WardenError {
  return unexpected('unexpected-answer', 'received a web page instead of an API response; check the base URL', {
    details: [`${row.method} ${row.path} answered ${response.status}`],
    try: 'txwarden config explain',
    status: response.status,
  })
}

function unexpectedAnswer(
  row: Operation,
  response: ApiResponse,
  what: string,
  more: readonly string[] = [],
): WardenError {
  return unexpected('unexpected-answer', `"${row.summary}" ${what}`, {
    details: [...more.map((line) => cleanText(line)), `${row.method} ${row.path} answered ${response.status}`],
    status: response.status,
  })
}

interface SchemaMismatch {
  /** Unknown words and chains, one line per member and word: `content[0].type = "GREY"`. */
  readonly unknown: readonly string[]
  /** Everything else: "combinedScore is required". */
  readonly errors: readonly string[]
}

/** Compares a value with a schema of the contract. */
function findSchemaMismatch(schema: z.ZodType, value: unknown): SchemaMismatch {
  const { error } = safeParse(schema, value)
  if (!error) return { unknown: [], errors: [] }
  const fields = fieldErrors(error)
  const errors: string[] = []
  const unknown = new Map<string, string>()
  for (const [index, issue] of error.issues.entries()) {
    const found = valueAt(value, issue.path)
    const complaint = found === undefined ? 'is required' : fields[index]?.message
    if (!isUnknownWord(issue, found)) errors.push(`${fields[index]?.path || 'it'} ${complaint}`)
    else addOnce(unknown, issue.path, found)
  }
  return { unknown: [...unknown.values()], errors }
}

/** A word outside a closed set, or a value that a custom rule refuses; not a missing value or one of another type. */
function isUnknownWord(issue: z.core.$ZodIssue, found: unknown): boolean {
  if (issue.code !== 'invalid_value' && issue.code !== 'custom') return false
  return typeof found === 'string' || typeof found === 'number'
}

/** Keeps the first of equal words, because a list can repeat one a thousand times. */
function addOnce(unknown: Map<string, string>, path: readonly PropertyKey[], found: unknown): void {
  const kind = JSON.stringify([path.filter((key) => typeof key === 'string'), found])
  if (!unknown.has(kind)) unknown.set(kind, `${pathOf(path)} = ${JSON.stringify(found)}`)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isRecord(at) ? at[String(key)] : undefined
  }, value)
}

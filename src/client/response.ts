import * as z from 'zod'
import type { ApiResponse } from '../api/message.ts'
import type { Operation } from '../api/operation.ts'
import type { PathParams } from '../api/operations.ts'
import { WardenError } from '../shared/errors.ts'
import { isRecord, parseJson } from '../shared/json.ts'
import { findSchemaMismatch } from './schema-mismatch.ts'
import { cleanText } from './server-text.ts'

/** What was asked, as far as reading the answer needs it. */
export interface Asked {
  readonly row: Operation
  readonly params: PathParams
  readonly notice: (line: string) => void
}

/** Far above what the contract nests, far below what overflows the stack of whoever walks the value. */
const DEEPEST = 64
const MOST_MORE = 4
const MOST_NOTICES = 3

/**
 * The value of a 2xx answer: members that are null left out, members we do not know kept, undefined where the
 * operation answers no body. Words and chains we do not know are let through with a notice, since the service may be
 * newer than we are; whatever else does not fit throws WardenError 'unexpected'.
 */
export function readResponse(asked: Asked, response: ApiResponse): unknown {
  if (isWebPage(response)) throw webPage(asked.row, response)
  const schema = asked.row.output?.()
  if (!schema) return undefined
  if (response.body.trim() === '') {
    const named = deletedByName(asked)
    if (named) return named
    throw unexpected(asked.row, response, 'has an empty answer where one is due')
  }
  const parsed = parseJson(response.body)
  if (parsed === undefined)
    throw unexpected(
      asked.row,
      response,
      `has an answer that is not JSON: ${JSON.stringify(cleanText(response.body, 80))}`,
    )
  if (isDeeper(parsed, DEEPEST)) throw unexpected(asked.row, response, `has an answer nested deeper than ${DEEPEST}`)
  const value = withoutNulls(parsed)
  requireFit(asked, response, schema, value)
  return value
}

/** The interface leaves the body of a delete open (4.3): a service that sends none has still deleted what was named. */
function deletedByName({ row, params }: Asked): Record<string, string> | undefined {
  const schema = row.output?.()
  if (row.method !== 'DELETE' || !(schema instanceof z.ZodObject)) return undefined
  const [member] = Object.keys(schema.shape)
  const [id] = Object.values(params)
  return member === undefined || id === undefined ? undefined : { [member]: id }
}

function requireFit({ row, notice }: Asked, response: ApiResponse, schema: z.ZodType, value: unknown): void {
  const { misfits, unknown } = findSchemaMismatch(schema, value)
  const [first, ...more] = misfits
  if (first !== undefined)
    throw unexpected(row, response, `has an answer that does not fit: ${cleanText(first)}`, more.slice(0, MOST_MORE))
  for (const line of unknown.slice(0, MOST_NOTICES))
    notice(`the answer has a value we do not know: ${cleanText(line, 120)}`)
  if (unknown.length > MOST_NOTICES)
    notice(`the answer has ${unknown.length - MOST_NOTICES} more values we do not know`)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}

/** A member that is null is a member that is absent: hosted services send both. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  )
}

/** Gateways, captive portals and dashboards answer pages, also with status 200. The type alone proves none: see the body. */
export function isWebPage({ headers, body }: ApiResponse): boolean {
  if (/^\s*<(?:!doctype html|html)\b/i.test(body)) return true
  return /\bx?html\b/i.test(headers['content-type'] ?? '') && !/^\s*(?:[{[]|$)/.test(body)
}

function webPage(row: Operation, response: ApiResponse): WardenError {
  return new WardenError({
    kind: 'unexpected',
    code: 'unexpected-answer',
    message: 'answered a web page, not the API; check the base address',
    details: [`${row.method} ${row.path} answered ${response.status}`],
    try: 'txwarden config explain',
    status: response.status,
  })
}

function unexpected(row: Operation, response: ApiResponse, what: string, more: readonly string[] = []): WardenError {
  return new WardenError({
    kind: 'unexpected',
    code: 'unexpected-answer',
    message: `"${row.summary}" ${what}`,
    details: [...more.map((line) => cleanText(line)), `${row.method} ${row.path} answered ${response.status}`],
    status: response.status,
  })
}

import type { ApiResponse } from '../api/message.ts'
import { isRecord, parseJson } from '../shared/json.ts'
import { cleanText } from './server-text.ts'

/** The words of a failed answer, whatever its shape; fit to be shown. */
export interface ErrorBody {
  readonly code?: string
  readonly text?: string
  /** "transaction.from: is required": one line a field. */
  readonly fields: readonly string[]
}

const CODE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const MOST_FIELDS = 20

/** RFC 9457 (ours), gateway `{fault: {faultstring}}`, Spring `{status, error, message, path}`, plain text, nothing. */
export function readErrorBody(response: ApiResponse): ErrorBody {
  const body = parseJson(response.body)
  if (isRecord(body)) return saidInJson(body)
  const words = body === undefined ? response.body : body
  const text = typeof words === 'string' ? cleanText(words) : ''
  return text === '' ? { fields: [] } : { text, fields: [] }
}

function saidInJson(body: Record<string, unknown>): ErrorBody {
  const fault = isRecord(body.fault) ? body.fault : {}
  const error = isRecord(body.error) ? body.error.message : body.error
  // Spring's `error` is but the name of the status; RFC 9457's `detail` is about this very case.
  const candidates = [body.detail, fault.faultstring, body.message, error, body.errorMessage, body.title]
  const text = candidates.map((candidate) => (typeof candidate === 'string' ? cleanText(candidate) : '')).find(Boolean)
  return {
    ...(typeof body.code === 'string' && CODE.test(body.code) ? { code: body.code } : {}),
    ...(text ? { text } : {}),
    fields: fieldLines(body.errors),
  }
}

/** Ours are `{path, message}`; Spring's are `{field, defaultMessage}`; some send bare sentences. */
function fieldLines(errors: unknown): string[] {
  if (!Array.isArray(errors)) return []
  const lines = errors.map(fieldLine).filter((line) => line !== '')
  if (lines.length <= MOST_FIELDS) return lines
  return [...lines.slice(0, MOST_FIELDS), `and ${lines.length - MOST_FIELDS} more`]
}

function fieldLine(error: unknown): string {
  if (typeof error === 'string') return cleanText(error)
  if (!isRecord(error)) return ''
  const where = [error.path, error.field].find((name) => typeof name === 'string' && name !== '')
  const what = [error.message, error.defaultMessage].find((text) => typeof text === 'string' && text !== '')
  return cleanText([where, what].filter(Boolean).join(': '))
}

import type { Operation } from '../../api/operations/operation.ts'
import { takesText } from '../../api/parsing/body-members.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { isRecord } from '../../shared/json/json.ts'

type BodyMembers = { [name: string]: unknown }

/**
 * Builds a body from `a.b=value` pairs. A value is text where the operation expects text; otherwise valid JSON (true, 12,
 * [1,10]) is sent as JSON.
 */
export function bodyOfFields(fields: readonly string[], row: Operation | undefined): unknown {
  // No prototype, because a member may have any name.
  const body: BodyMembers = Object.create(null)
  for (const field of fields) {
    const mark = field.indexOf('=')
    if (mark < 1) throw usageError(`--field: ${JSON.stringify(field)} is not member=value`)
    const path = field.slice(0, mark).split('.')
    if (path.includes('')) throw usageError(`--field: ${JSON.stringify(field.slice(0, mark))} has an empty part`)
    const text = field.slice(mark + 1)
    setMember(body, path, row?.body && takesText(row.body(), path) ? text : readValue(text))
  }
  return body
}

function setMember(body: BodyMembers, path: readonly string[], value: unknown): void {
  const [last = ''] = path.slice(-1)
  let at = body
  for (const key of path.slice(0, -1)) {
    at[key] ??= Object.create(null)
    const next = at[key]
    if (!isRecord(next)) throw usageError(`--field: ${path.join('.')} conflicts with ${key}, which already has a value`)
    at = next as BodyMembers
  }
  if (last in at) throw usageError(`--field: ${path.join('.')} is given twice`)
  at[last] = value
}

function readValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    // A number that JavaScript cannot represent would change its value.
    return typeof value === 'number' && String(value) !== text ? text : value
  } catch {
    return text
  }
}

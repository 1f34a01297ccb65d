import type * as z from 'zod'
import { fieldErrors, pathOf } from '../api/issues.ts'
import { safeParse } from '../api/safe-parse.ts'
import { isRecord } from '../shared/json.ts'

export interface SchemaMismatch {
  /** "content[0].type = "GREY"": words and chains that are not among those we know; one line a member and word. */
  readonly unknown: readonly string[]
  /** "combinedScore is required": whatever else is wrong. */
  readonly misfits: readonly string[]
}

/** How a value fits a schema of the contract. A service newer than we are has unknown words; misfits nobody should have. */
export function findSchemaMismatch(schema: z.ZodType, value: unknown): SchemaMismatch {
  const { error } = safeParse(schema, value)
  if (!error) return { unknown: [], misfits: [] }
  const fields = fieldErrors(error)
  const misfits: string[] = []
  const unknown = new Map<string, string>()
  for (const [index, issue] of error.issues.entries()) {
    const found = valueAt(value, issue.path)
    const complaint = found === undefined ? 'is required' : fields[index]?.message
    if (!isUnknownWord(issue, found)) misfits.push(`${fields[index]?.path || 'it'} ${complaint}`)
    else addOnce(unknown, issue.path, found)
  }
  return { unknown: [...unknown.values()], misfits }
}

/** A word outside a closed set, or a value only our own rules refuse; one that is missing or of another type is neither. */
function isUnknownWord(issue: z.core.$ZodIssue, found: unknown): boolean {
  if (issue.code !== 'invalid_value' && issue.code !== 'custom') return false
  return typeof found === 'string' || typeof found === 'number'
}

/** The first of its kind: a list can hold the same word a thousand times. */
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

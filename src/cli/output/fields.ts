import { didYouMean } from '../../shared/did-you-mean.ts'
import { isRecord } from '../../shared/json.ts'
import { usageError } from '../usage.ts'
import { safeText } from './terminal-text.ts'

/** A member by its path, such as `result.valid` or `content.0.id`; undefined when it is not there. */
export function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    if (at === null || typeof at !== 'object') return undefined
    return Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined
  }, value)
}

/** The same object with only these members; paths keep their nesting. */
export function pickFields(value: unknown, paths: readonly string[]): unknown {
  const picked = emptyRecord()
  for (const path of paths) {
    const keys = path.split('.')
    const last = keys.pop() ?? path
    let at = picked
    for (const key of keys) {
      if (typeof at[key] !== 'object' || at[key] === null) at[key] = emptyRecord()
      at = at[key] as Record<string, unknown>
    }
    at[last] = fieldAt(value, path) ?? null
  }
  return picked
}

/** Without a prototype: a field may have any name, `__proto__` too. */
function emptyRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}

/** Refuses a field that no row has, and says which there are. Rows are what was answered: an empty list refuses nothing. */
export function checkFields(rows: readonly unknown[], paths: readonly string[]): void {
  if (rows.length === 0) return
  const unknown = paths.filter((path) => rows.every((row) => fieldAt(row, path) === undefined))
  if (unknown.length === 0) return
  const known = [...new Set(rows.flatMap((row) => leafPaths(row)))]
  const [first = ''] = unknown
  throw usageError(`--fields: there is no ${unknown.join(', ')}${didYouMean(first, known)}`, {
    details: [`fields: ${known.join(', ')}`],
  })
}

function leafPaths(value: unknown, prefix = ''): string[] {
  if (!isRecord(value)) return prefix === '' ? [] : [prefix]
  return Object.entries(value).flatMap(([key, member]) => leafPaths(member, prefix === '' ? key : `${prefix}.${key}`))
}

/** One cell: lists with commas, objects as JSON, nothing as ''. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(cellText).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * One cell of TSV. A tab or line break inside a value would break the row; other control characters would reach the
 * screen behind the next pipe.
 */
export function tsvCell(text: string): string {
  return safeText(text.replace(/[\t\r\n]/g, ' '))
}

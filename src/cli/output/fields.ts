import { isRecord } from '../../shared/json/json.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'
import { usageError } from '../errors/usage.ts'

/** A member by its path, for example `result.valid` or `content.0.id`; undefined when absent. */
export function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    if (at === null || typeof at !== 'object') return undefined
    return Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined
  }, value)
}

/** The object with only these members; paths keep their nesting. */
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

/**
 * Throws a usage error that lists the known fields when no row has a field. Accepts every field for an empty list.
 * @param optional what rows have only at times
 */
export function checkFields(
  rows: readonly unknown[],
  paths: readonly string[],
  optional: readonly string[] = [],
): void {
  if (rows.length === 0) return
  const isNowhere = (path: string) => !optional.includes(path) && rows.every((row) => fieldAt(row, path) === undefined)
  const unknown = paths.filter(isNowhere)
  if (unknown.length === 0) return
  const known = [...new Set(rows.flatMap((row) => leafPaths(row)))]
  const [first = ''] = unknown
  throw usageError(
    `--fields: unknown field ${unknown.join(', ')}${endingWith(first, known) ?? didYouMean(first, known)}`,
    {
      details: [`fields: ${known.join(', ')}`],
    },
  )
}

/** `name` of `alertName`. */
function endingWith(name: string, known: readonly string[]): string | undefined {
  const found = known.find((each) => each.endsWith(`${name.charAt(0).toUpperCase()}${name.slice(1)}`))
  return found && ` (Did you mean ${found}?)`
}

function leafPaths(value: unknown, prefix = ''): string[] {
  if (!isRecord(value)) return prefix === '' ? [] : [prefix]
  return Object.entries(value).flatMap(([key, member]) => leafPaths(member, prefix === '' ? key : `${prefix}.${key}`))
}

/** Text of a cell: lists joined by commas, objects as JSON, '' for no value. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(cellText).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

import { posix } from 'node:path'
import { isRecord } from '../../../../shared/json/json.ts'
import { type FileProblem, parseJsonFile } from '../read-abi.ts'
import { short } from './descriptor-path.ts'

export interface DescriptorFile {
  /** Path with slashes. */
  readonly name: string
  readonly text: string
}

export type JsonObject = Readonly<Record<string, unknown>>

/** A place in a descriptor, from its start: a JSON pointer without escapes. */
export type Pointer = readonly (string | number)[]

export type Loaded = { readonly value: JsonObject } | { readonly problem: FileProblem }

const MAX_INCLUDES = 8
const MAX_DEPTH = 40
/** The version whose rules are read; the schema of the first has other keys for the same things. */
const SCHEMA = /erc7730-v(\d+)[^/]*\.schema\.json$/
const MAJOR = '2'

/** Reads a descriptor with what it includes. */
export function loadDescriptor(
  name: string,
  texts: ReadonlyMap<string, string>,
  including: readonly string[] = [],
): Loaded {
  const text = texts.get(name) ?? ''
  const parsed = parseJsonFile(text)
  if ('problem' in parsed) return parsed
  if (!isRecord(parsed.value)) return { problem: { line: 1, message: 'is no object' } }
  if (isDeep(parsed.value)) return { problem: { line: 1, message: `is nested more than ${MAX_DEPTH} deep` } }
  const { includes, ...own } = parsed.value
  const problem = (key: string, message: string) => ({ problem: { line: lineOf(text, key), message } })
  const [, major = MAJOR] = SCHEMA.exec(String(own.$schema ?? '')) ?? []
  if (major !== MAJOR) return problem('$schema', `/$schema is of version ${major}; version ${MAJOR} is read`)
  if (includes === undefined) return { value: own }
  if (typeof includes !== 'string') return problem('includes', '/includes is no text')
  const included = posix.normalize(posix.join(posix.dirname(name), includes))
  if (including.length >= MAX_INCLUDES) return problem('includes', `/includes is more than ${MAX_INCLUDES} deep`)
  if (included === name || including.includes(included)) return problem('includes', '/includes leads back to this file')
  if (!texts.has(included))
    return problem(
      'includes',
      `/includes is ${short(includes)}, which was not read: it must be in the folder that is imported`,
    )
  const base = loadDescriptor(included, texts, [...including, name])
  return 'problem' in base
    ? problem('includes', `/includes names a file that cannot be read: ${withoutText(base.problem.message)}`)
    : { value: merged(base.value, own) }
}

/** An error of the parser quotes the file, which may be anything. */
function withoutText(message: string): string {
  return message.replace(/is not JSON:.*$/s, 'is not JSON')
}

function isDeep(value: unknown): boolean {
  let open: unknown[] = [value]
  for (let depth = 0; open.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    open = open.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/** Line of a key in the file; 1 where an included file has it. */
export function lineOf(text: string | undefined, key: string): number {
  const at = text?.indexOf(JSON.stringify(key)) ?? -1
  return at < 0 ? 1 : (text?.slice(0, at).split('\n').length ?? 1)
}

/** The including file decides; of fields, about each path, in the order of the included file. */
function merged(base: JsonObject, own: JsonObject): JsonObject {
  const result = new Map(Object.entries(base))
  for (const [name, value] of Object.entries(own)) {
    const before = result.get(name)
    if (isRecord(before) && isRecord(value)) result.set(name, merged(before, value))
    else if (name === 'fields' && Array.isArray(before) && Array.isArray(value))
      result.set(name, fieldsOf(before, value))
    else result.set(name, value)
  }
  // A key may be __proto__.
  return Object.fromEntries(result)
}

function fieldsOf(base: readonly unknown[], own: readonly unknown[]): unknown[] {
  const keyOf = (field: unknown) =>
    isRecord(field) && typeof field.path === 'string' ? field.path.replace(/^#\./, '') : undefined
  const byPath = new Map(own.flatMap((field) => (keyOf(field) === undefined ? [] : [[keyOf(field), field] as const])))
  const known = new Set(base.map(keyOf))
  return [
    ...base.map((field) => {
      const more = byPath.get(keyOf(field))
      return isRecord(field) && isRecord(more) ? merged(field, more) : field
    }),
    ...own.filter((field) => keyOf(field) === undefined || !known.has(keyOf(field))),
  ]
}

/** The value at a path that starts with `$.`, such as a constant. Undefined: there is none. */
export function valueInFile(descriptor: JsonObject, path: string): unknown {
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      descriptor,
    )
}

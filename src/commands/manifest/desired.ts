import * as z from 'zod'
import { fieldErrors, pathOf } from '../../api/parsing/issues.ts'
import { isRecord } from '../../shared/json/json.ts'
import { isMasked } from '../destination/secrecy.ts'
import type { ParsedObject } from './documents.ts'
import { canonical, type Kind, kindRows, type ManifestMembers, secretMembers } from './kinds.ts'
import { locationText, type ManifestError, type SourceLocation } from './manifest-error.ts'
import { literalValue, secretValue, type Variables } from './variables.ts'

/** An object as the manifest describes it: checked, with variables expanded. */
export interface DesiredObject {
  readonly kind: Kind
  readonly identity: string
  readonly members: ManifestMembers
  readonly location: (path: readonly PropertyKey[]) => SourceLocation
}

interface CheckedObjects {
  readonly desired: readonly DesiredObject[]
  readonly errors: readonly ManifestError[]
  /** Words that a newer service may know. */
  readonly notices: readonly ManifestError[]
}

/**
 * Checks every object against the contract and reports all errors. Without `variables` references are kept. `lenient`:
 * unknown words and addresses pass with a notice, because a remote service may know them.
 */
export function checkObjects(
  written: readonly ParsedObject[],
  variables: Variables | undefined,
  lenient: boolean,
): CheckedObjects {
  const desired: DesiredObject[] = []
  const errors: ManifestError[] = []
  const notices: ManifestError[] = []
  for (const each of written) {
    const found: ManifestError[] = []
    const members = expandVariables(each, variables, found) as ManifestMembers
    found.push(...unknownMembers(each, kindRows[each.kind].schema, members, []))
    const parsed = kindRows[each.kind].schema.safeParse(members, { reportInput: true })
    const violations = parsed.error ? violationsOf(each, parsed.error) : []
    found.push(...violations.filter(({ isWord }) => !(lenient && isWord)))
    if (lenient) notices.push(...violations.filter(({ isWord }) => isWord))
    errors.push(...found)
    if (found.length > 0) continue
    const canonicalMembers = canonical(each.kind, parsed.data ?? members)
    const identity = kindRows[each.kind].identity(canonicalMembers)
    desired.push({ kind: each.kind, identity, members: canonicalMembers, location: each.location })
  }
  return { desired, errors: [...errors, ...duplicates(desired)], notices }
}

/** Expands the variables; adds failures to `errors`. */
function expandVariables(
  { kind, members, location }: ParsedObject,
  variables: Variables | undefined,
  errors: ManifestError[],
): unknown {
  const walk = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]))
    if (isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, [...path, name])]))
    if (typeof value !== 'string') return value
    const isSecret = secretMembers[kind].includes(pathOf(path))
    if (isSecret && !variables) return value
    const read = isSecret && variables ? secretValue(value, variables) : literalValue(value)
    const fault = 'fault' in read ? read.fault : isSecret && isMasked(read.value) ? MASKED : undefined
    if (fault) errors.push({ location: location(path), message: `${pathOf(path)}: ${fault}` })
    return 'value' in read ? read.value : value
  }
  return walk(members, [])
}

const MASKED = 'is masked: use the complete secret or a variable'

interface Violation extends ManifestError {
  readonly isWord: boolean
}

function violationsOf({ location }: ParsedObject, error: z.ZodError): Violation[] {
  const fields = fieldErrors(error)
  return error.issues.map((issue, index) => ({
    location: location(issue.path),
    message: `${fields[index]?.path ?? ''} ${fields[index]?.message ?? ''}`.trim(),
    isWord: isWord(issue),
  }))
}

/** Values that a service may extend: words, chains and address formats, but not a wrong checksum. */
function isWord(issue: z.core.$ZodIssue): boolean {
  if ('input' in issue && issue.input === undefined) return false
  if (issue.code === 'invalid_value') return typeof issue.input === 'string'
  const member = issue.path.findLast((key) => typeof key === 'string')
  return issue.code === 'custom' && ['address', 'chainIds'].includes(String(member)) && !issue.params?.isMistyped
}

/** Unknown members are errors, because a typo would be ignored. */
function unknownMembers(
  written: ParsedObject,
  schema: z.ZodType,
  value: unknown,
  path: readonly string[],
): ManifestError[] {
  const shape = shapeOf(schema)
  if (!shape || !isRecord(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (known) return unknownMembers(written, known, member, [...path, name])
    return [
      {
        location: written.location([...path, name]),
        message: `${[...path, name].join('.')} is not a member of ${path.length === 0 ? written.kind : path.join('.')}; known: ${Object.keys(shape).join(', ')}`,
      },
    ]
  })
}

function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapeOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : undefined
}

/** Two documents for one object. Control list entries can share an address if they share no chain. */
function duplicates(desired: readonly DesiredObject[]): ManifestError[] {
  const first = new Map<string, DesiredObject[]>()
  const errors: ManifestError[] = []
  for (const each of desired) {
    const key = `${each.kind}\n${each.identity}`
    const others = first.get(key) ?? []
    const duplicate = others.find((other) => each.kind !== 'control-list' || shareChain(each, other))
    if (duplicate)
      errors.push({
        location: each.location([]),
        message: `${each.kind} ${each.identity} is already defined at ${locationText(duplicate.location([]))}`,
      })
    first.set(key, [...others, each])
  }
  return errors
}

function shareChain(a: DesiredObject, b: DesiredObject): boolean {
  const [ours, theirs] = [a, b].map(({ members }) => (members.chainIds ?? []) as readonly string[])
  if (!ours?.length || !theirs?.length) return true
  return ours.some((chain) => theirs.includes(chain))
}

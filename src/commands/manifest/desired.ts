import * as z from 'zod'
import { addChains, type ChainSettings } from '../../api/chains.ts'
import { fieldErrors, issuesIn, pathOf } from '../../api/parsing/issues.ts'
import { isRecord } from '../../shared/json/json.ts'
import { shareChain } from '../control-list/resource.ts'
import { isMasked } from '../destination/secrecy.ts'
import type { ManifestMembers } from '../steps/managed-kind.ts'
import type { ParsedObject } from './documents.ts'
import { canonical, type ManifestKind, managedKinds } from './kinds.ts'
import { locationText, type ManifestError, type SourceLocation } from './manifest-error.ts'
import { literalValue, mapTexts, secretValue, type Variables } from './variables.ts'

/** An object as the manifest describes it: checked, with variables expanded. */
export interface DesiredObject {
  readonly kind: ManifestKind
  readonly identity: string
  readonly members: ManifestMembers
  readonly location: (path: readonly PropertyKey[]) => SourceLocation
  /** SHA-256 of its file. */
  readonly fileDigest: string
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
  knowChains(written)
  const desired: DesiredObject[] = []
  const errors: ManifestError[] = []
  const notices: ManifestError[] = []
  for (const each of written) {
    const found: ManifestError[] = []
    const members = expandVariables(each, variables, found) as ManifestMembers
    found.push(...unknownMembers(each, managedKinds[each.kind].schema, members, []))
    const parsed = managedKinds[each.kind].schema.safeParse(members, { reportInput: true })
    const violations = parsed.error ? violationsOf(each, parsed.error) : []
    found.push(...violations.filter(({ isWord }) => !(lenient && isWord)))
    if (lenient) notices.push(...violations.filter(({ isWord }) => isWord))
    errors.push(...found)
    if (found.length > 0) continue
    const canonicalMembers = canonical(parsed.data ?? members)
    const identity = managedKinds[each.kind].identity(canonicalMembers)
    const { kind, location, fileDigest } = each
    desired.push({ kind, identity, members: canonicalMembers, location, fileDigest })
  }
  return { desired, errors: [...errors, ...duplicates(desired)], notices }
}

/** What names a chain is checked as it will be applied: after the chains that the manifest defines. */
function knowChains(written: readonly ParsedObject[]): void {
  const { schema } = managedKinds.chain
  addChains(
    written
      .filter(({ kind }) => kind === 'chain')
      .map(({ members }) => schema.safeParse(members))
      .flatMap(({ data }) => (data === undefined ? [] : [data as unknown as ChainSettings])),
  )
}

/** Expands the variables; adds failures to `errors`. */
function expandVariables(
  { kind, members, location }: ParsedObject,
  variables: Variables | undefined,
  errors: ManifestError[],
): unknown {
  return mapTexts(members, (text, path) => {
    const isSecret = managedKinds[kind].secrets.includes(pathOf(path))
    if (isSecret && !variables) return text
    const read = isSecret && variables ? secretValue(text, variables) : literalValue(text)
    const fault = 'fault' in read ? read.fault : isSecret && isMasked(read.value) ? MASKED : undefined
    if (fault) errors.push({ location: location(path), message: `${pathOf(path)}: ${fault}` })
    return 'value' in read ? read.value : text
  })
}

const MASKED = 'is masked: use the complete secret or a variable'

interface Violation extends ManifestError {
  readonly isWord: boolean
}

function violationsOf({ location }: ParsedObject, error: z.ZodError): Violation[] {
  const fields = fieldErrors(error)
  return issuesIn(error).flatMap((issue, index) => {
    // Those are named with the known ones, see `unknownMembers`.
    if (issue.code === 'unrecognized_keys') return []
    const message = `${fields[index]?.path ?? ''} ${fields[index]?.message ?? ''}`.trim()
    return [{ location: location(issue.path), message, isWord: isWord(issue) }]
  })
}

/** Values that a service may extend: words, chains and address formats, but not a wrong checksum. */
function isWord(issue: z.core.$ZodIssue): boolean {
  if ('input' in issue && issue.input === undefined) return false
  if (issue.code === 'invalid_value') return typeof issue.input === 'string'
  const member = issue.path.findLast((key) => typeof key === 'string')
  return (
    issue.code === 'custom' && ['address', 'chainId', 'chainIds'].includes(String(member)) && !issue.params?.isMistyped
  )
}

/** Unknown members are errors, because a typo would be ignored. */
function unknownMembers(
  written: ParsedObject,
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): ManifestError[] {
  const known = innermost(schema)
  if (known instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, index) => unknownMembers(written, known.element as z.ZodType, item, [...path, index]))
  if (!(known instanceof z.ZodObject) || !isRecord(value)) return []
  const shape = known.shape as Readonly<Record<string, z.ZodType>>
  return Object.entries(value).flatMap(([name, member]) => {
    const inner = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (inner) return unknownMembers(written, inner, member, [...path, name])
    return [
      {
        location: written.location([...path, name]),
        message: `${pathOf([...path, name])} is not a member of ${path.length === 0 ? written.kind : pathOf(path)}; known: ${Object.keys(shape).join(', ')}`,
      },
    ]
  })
}

/** Of alternatives the last one: the others are literals. */
function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return innermost(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return innermost(schema.out as z.ZodType)
  if (schema instanceof z.ZodUnion) return innermost(schema.options.at(-1) as z.ZodType)
  return schema
}

/** Two documents for one object. Control list entries can share an address if they share no chain. */
function duplicates(desired: readonly DesiredObject[]): ManifestError[] {
  const first = new Map<string, DesiredObject[]>()
  const errors: ManifestError[] = []
  for (const each of desired) {
    const key = `${each.kind}\n${each.identity}`
    const others = first.get(key) ?? []
    const duplicate = others.find(
      (other) => each.kind !== 'control-list' || shareChain(chainsOf(each), chainsOf(other)),
    )
    if (duplicate)
      errors.push({
        location: each.location([]),
        message: `${each.kind} ${each.identity} is already defined at ${locationText(duplicate.location([]))}`,
      })
    first.set(key, [...others, each])
  }
  return errors
}

function chainsOf({ members }: DesiredObject): readonly string[] | undefined {
  return members.chainIds as readonly string[] | undefined
}

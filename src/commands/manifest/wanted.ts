import * as z from 'zod'
import { fieldErrors, pathOf } from '../../api/issues.ts'
import { isRecord } from '../../shared/json.ts'
import { isMasked } from '../destination/secrecy.ts'
import { canonical } from './canonical.ts'
import type { Written } from './documents.ts'
import { type Fault, type Place, placeText } from './fault.ts'
import type { Kind } from './kind-names.ts'
import { kindRows, type Members, secretMembers } from './kinds.ts'
import { literalValue, secretValue, type Variables } from './variables.ts'

/** An object as a manifest wants it: checked, variables put in. */
export interface Wanted {
  readonly kind: Kind
  readonly identity: string
  readonly members: Members
  readonly place: (path: readonly PropertyKey[]) => Place
}

interface Checked {
  readonly wanted: readonly Wanted[]
  readonly faults: readonly Fault[]
  /** Words that only a newer service can know. */
  readonly notices: readonly Fault[]
}

/** How `${NAME}` is read: its value, or undefined where references stay what they are. */
export type VariablesOrNone = Variables | undefined

/**
 * Checks every document against the contract and tells all faults at once. `lenient`: words and addresses we do not
 * know pass with a notice, for a remote service may know more.
 */
export function check(written: readonly Written[], variables: VariablesOrNone, lenient: boolean): Checked {
  const wanted: Wanted[] = []
  const faults: Fault[] = []
  const notices: Fault[] = []
  for (const each of written) {
    const found: Fault[] = []
    const members = expanded(each, variables, found) as Members
    found.push(...unknownMembers(each, kindRows[each.kind].schema, members, []))
    const parsed = kindRows[each.kind].schema.safeParse(members, { reportInput: true })
    const complaints = parsed.error ? complaintsOf(each, parsed.error) : []
    found.push(...complaints.filter(({ isWord }) => !(lenient && isWord)))
    if (lenient) notices.push(...complaints.filter(({ isWord }) => isWord))
    faults.push(...found)
    if (found.length > 0) continue
    const only = canonical(each.kind, parsed.data ?? members)
    wanted.push({ kind: each.kind, identity: kindRows[each.kind].identity(only), members: only, place: each.place })
  }
  return { wanted, faults: [...faults, ...twins(wanted)], notices }
}

/** With its variables put in; what is wrong with them goes to `faults`. */
function expanded({ kind, members, place }: Written, variables: VariablesOrNone, faults: Fault[]): unknown {
  const walk = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]))
    if (isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, [...path, name])]))
    if (typeof value !== 'string') return value
    const isSecret = secretMembers[kind].includes(pathOf(path))
    if (isSecret && !variables) return value
    const read = isSecret && variables ? secretValue(value, variables) : literalValue(value)
    const fault = 'fault' in read ? read.fault : isSecret && isMasked(read.value) ? MASKED : undefined
    if (fault) faults.push({ place: place(path), message: `${pathOf(path)}: ${fault}` })
    return 'value' in read ? read.value : value
  }
  return walk(members, [])
}

const MASKED = 'is a mask: write the whole secret, or the variable that has it'

interface Complaint extends Fault {
  readonly isWord: boolean
}

function complaintsOf({ place }: Written, error: z.ZodError): Complaint[] {
  const fields = fieldErrors(error)
  return error.issues.map((issue, index) => ({
    place: place(issue.path),
    message: `${fields[index]?.path ?? ''} ${fields[index]?.message ?? ''}`.trim(),
    isWord: isWord(issue),
  }))
}

/** Closed sets of words, chains and forms of addresses; a misspelt checksum is a slip on every service. */
function isWord(issue: z.core.$ZodIssue): boolean {
  if ('input' in issue && issue.input === undefined) return false
  if (issue.code === 'invalid_value') return typeof issue.input === 'string'
  const member = issue.path.findLast((key) => typeof key === 'string')
  return (
    issue.code === 'custom' && ['address', 'chainIds'].includes(String(member)) && !issue.message.includes('checksum')
  )
}

/** Members the contract does not have: most likely misspelt, and they would be ignored. */
function unknownMembers(written: Written, schema: z.ZodType, value: unknown, path: readonly string[]): Fault[] {
  const shape = shapeOf(schema)
  if (!shape || !isRecord(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (known) return unknownMembers(written, known, member, [...path, name])
    return [
      {
        place: written.place([...path, name]),
        message: `${[...path, name].join('.')} is no member of ${path.length === 0 ? written.kind : path.join('.')}: there are ${Object.keys(shape).join(', ')}`,
      },
    ]
  })
}

function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapeOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : undefined
}

/** Two documents about one object; entries of a control list may share an address where they share no chain. */
function twins(wanted: readonly Wanted[]): Fault[] {
  const first = new Map<string, Wanted[]>()
  const faults: Fault[] = []
  for (const each of wanted) {
    const key = `${each.kind}\n${each.identity}`
    const others = first.get(key) ?? []
    const twin = others.find((other) => each.kind !== 'control-list' || shareChain(each, other))
    if (twin)
      faults.push({
        place: each.place([]),
        message: `${each.kind} ${each.identity} is at ${placeText(twin.place([]))} already`,
      })
    first.set(key, [...others, each])
  }
  return faults
}

function shareChain(a: Wanted, b: Wanted): boolean {
  const [ours, theirs] = [a, b].map(({ members }) => (members.chainIds ?? []) as readonly string[])
  if (!ours?.length || !theirs?.length) return true
  return ours.some((chain) => theirs.includes(chain))
}

import { refusal, type WardenError } from '../../../shared/errors.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { shortened } from '../../../shared/text/shortened.ts'
import type { StructMember } from './typed-message.ts'

const MAX_TYPES = 256
/** The most members of all types together. */
const MAX_MEMBERS = 2048
const MAX_NAME = 128

/** Some applications use a colon: `HyperliquidTransaction:Withdraw`. */
const TYPE_NAME = /^[A-Za-z_$][\w$]*(?::[\w$]+)*$/
const MEMBER_NAME = /^[A-Za-z_$][\w$]*$/
/** Seaport signs trees of 24 dimensions. */
const MEMBER_TYPE = /^([A-Za-z_$][\w$]*(?::[\w$]+)*)((?:\[\d{0,6}\]){0,24})$/
const PRIMITIVE = /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(\d{1,3})?)$/

/** The part of a member type before its brackets, and the length of each dimension; undefined: any length. */
export interface TypeParts {
  readonly base: string
  /** The outermost is last, as it is written. */
  readonly lengths: readonly (number | undefined)[]
}

/** A fault in typed data: one line that names the place. */
export function typedDataFault(message: string): WardenError {
  return refusal('invalid-typed-data', `the typed data is invalid: ${message}`)
}

/** The struct types of typed data. Throws WardenError `invalid-typed-data`. */
export function readTypes(given: unknown): ReadonlyMap<string, readonly StructMember[]> {
  if (!isRecord(given)) throw typedDataFault(given === undefined ? 'it has no types' : 'types is not an object')
  const entries = Object.entries(given)
  if (entries.length > MAX_TYPES) throw typedDataFault(`it has more than ${MAX_TYPES} types`)
  const types = new Map<string, readonly StructMember[]>()
  let count = 0
  for (const [name, members] of entries) {
    if (name.length > MAX_NAME || !TYPE_NAME.test(name) || PRIMITIVE.test(name))
      throw typedDataFault(`${shown(name)} is not a name of a struct type`)
    if (!Array.isArray(members)) throw typedDataFault(`types.${name} is not an array of members`)
    count += members.length
    if (count > MAX_MEMBERS) throw typedDataFault(`its types have more than ${MAX_MEMBERS} members`)
    types.set(name, readMembers(name, members))
  }
  return types
}

function readMembers(type: string, given: readonly unknown[]): StructMember[] {
  const members = given.map((member, index): StructMember => {
    const place = `types.${type}[${index}]`
    if (!isRecord(member)) throw typedDataFault(`${place} is not an object`)
    const { name, type: memberType } = member
    if (typeof name !== 'string' || name.length > MAX_NAME || !MEMBER_NAME.test(name))
      throw typedDataFault(`${place} has no valid name`)
    if (typeof memberType !== 'string' || memberType.length > MAX_NAME * 2 || !MEMBER_TYPE.test(memberType))
      throw typedDataFault(`${place} (${name}) has no valid type`)
    return { name, type: memberType }
  })
  const twice = members.find(({ name }, index) => members.findIndex((other) => other.name === name) !== index)
  if (twice) throw typedDataFault(`types.${type} has ${twice.name} twice`)
  return members
}

/** Checks the types that `primaryType` uses: each exists, and none contains itself. */
export function checkReachable(types: ReadonlyMap<string, readonly StructMember[]>, primaryType: string): void {
  const done = new Set<string>()
  const open: string[] = []
  const visit = (name: string) => {
    if (done.has(name)) return
    if (open.includes(name)) throw typedDataFault(`type ${name} contains itself`)
    open.push(name)
    for (const member of types.get(name) ?? []) {
      const { base } = partsOf(member.type)
      if (types.has(base)) visit(base)
      else if (!isPrimitive(base)) throw typedDataFault(`type ${shown(base)} of ${name}.${member.name} is not defined`)
    }
    open.pop()
    done.add(name)
  }
  visit(primaryType)
}

function isPrimitive(base: string): boolean {
  const match = PRIMITIVE.exec(base)
  if (!match) return false
  const bits = Number(match[1] ?? 256)
  return bits >= 8 && bits <= 256 && bits % 8 === 0
}

export function partsOf(type: string): TypeParts {
  const [, base = type, brackets = ''] = MEMBER_TYPE.exec(type) ?? []
  const lengths = Array.from(brackets.matchAll(/\[(\d*)\]/g), ([, digits]) => (digits ? Number(digits) : undefined))
  return { base, lengths }
}

const SHOWN = 60

/** A foreign value for an error: a text in quotes, without control characters, shortened. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? 'undefined'
  return shortened(text, SHOWN)
}

import type * as z from 'zod'
import { fieldErrors } from '../../../api/parsing/issues.ts'
import { selectorOf } from '../../evm/words.ts'
import { canonicalType, type Parameter, parametersOf } from '../decode/layout.ts'
import { inBytes } from './addresses-in-bytes.ts'
import type { Effect, EffectRow, InnerCallData, Path, Says } from './effect.ts'
import { fileSchema, ownFile, wholes } from './file-schema.ts'

/** A row as a file has it. */
export interface SourcedRow extends EffectRow {
  /** 0x and eight digits, lower case. */
  readonly selector: string
  /** The protocol and where its documentation describes the function. */
  readonly source: string
  /** `actions` or `decode/unwrap` computes what it does. */
  readonly code?: true
  /** Of a command: the byte or selector that names it. Versions of its contract may have different meanings for one. */
  readonly id?: string
}

export interface PlacedProblem {
  readonly path: readonly PropertyKey[]
  /** Follows the path. */
  readonly message: string
}

/** Longer than any signature. */
const MAX_SIGNATURE = 10_000

/**
 * Checks what an effects file says: the members and their words, that each signature can be called, and that each path leads to an
 * argument of a type that fits. Selectors are computed.
 * @param source of rows that name none, in a file that names none
 * @param isOwn a file of `data/effects`
 */
export function checkEffects(
  written: unknown,
  source?: string,
  isOwn = false,
): { readonly rows: readonly SourcedRow[]; readonly problems: readonly PlacedProblem[] } {
  const schema: z.ZodType<z.infer<typeof ownFile>> = isOwn ? ownFile : fileSchema
  const { data: file, error } = schema.safeParse(written, { reportInput: true })
  if (!file) {
    const messages = fieldErrors(error)
    return {
      rows: [],
      problems: error.issues.map((issue, index) => ({ path: issue.path, message: messages[index]?.message ?? '' })),
    }
  }
  const problems: PlacedProblem[] = []
  const rows = new Map<string, SourcedRow>()
  for (const [index, { source: given = file.source ?? source, ...row }] of file.functions.entries()) {
    const at = ['functions', index]
    const signature = readSignature(row.call, file.structs)
    if ('fault' in signature) {
      problems.push({ path: [...at, 'call'], message: signature.fault })
      continue
    }
    const { call, selector, parameters } = signature
    if (given === undefined) problems.push({ path: at, message: 'has no source' })
    const key = row.id === undefined ? selector : `${row.id} ${call}`
    const other = rows.get(key)
    if (other) problems.push({ path: [...at, 'call'], message: `has the selector ${selector}, as has ${other.call}` })
    for (const [position, each] of row.effects.entries())
      problems.push(...pathProblems(each, parameters, [...at, 'effects', position]))
    if (row.says) problems.push(...pathProblems(row.says, parameters, [...at, 'says']))
    for (const [position, each] of (row.calls ?? []).entries())
      problems.push(...pathProblems(each, parameters, [...at, 'calls', position]))
    for (const [position, each] of (row.harmless ?? []).entries())
      if (typeAt(each, parameters) === undefined)
        problems.push({ path: [...at, 'harmless', position], message: `is ${each}, which leads to no argument` })
    if (row.locks !== undefined) {
      const message = pathFault(row.locks, 'number', parameters, false)
      if (message !== undefined) problems.push({ path: [...at, 'locks'], message })
    }
    const { standard } = file
    rows.set(key, {
      ...row,
      ...(standard && { standard }),
      call,
      selector,
      source: named(file.sources, given ?? ''),
    })
  }
  return { rows: problems.length === 0 ? [...rows.values()] : [], problems }
}

type ReadSignature =
  | { readonly call: string; readonly selector: string; readonly parameters: readonly Parameter[] }
  | { readonly fault: string }

const EXAMPLE = 'payOut(address to, uint256 amount)'

function readSignature(written: string, structs: Readonly<Record<string, string>>): ReadSignature {
  const call = withStructs(written, structs)
  if (call === undefined) return { fault: 'has structs that contain one another' }
  const [, packed, name, text] = /^(packed )?([A-Za-z_$][\w$]*)\((.*)\)$/.exec(call) ?? []
  if (name === undefined || text === undefined) return { fault: `is no signature such as ${EXAMPLE}` }
  try {
    const parameters = parametersOf(text)
    const fault = parametersFault(parameters) ?? (packed && packedFault(parameters))
    if (fault !== undefined) return { fault }
    const types = packed ? [] : parameters.map(canonicalType)
    const selector = selectorOf(`${name}(${types.join(',')})`)
    return { call, selector, parameters }
  } catch (error) {
    // The ABI library says what is wrong in its last line.
    const reason = (error as Error).message.split('\n').at(-1)
    return { fault: `is no signature such as ${EXAMPLE}: ${reason}` }
  }
}

/** Elementary types are in lower case. */
const STRUCT = /(?<=[(,]\s*)[A-Z]\w*(?=(?:\[\d*\])*\s)/g

/** Writes the structs out. Undefined: they never end. */
function withStructs(call: string, structs: Readonly<Record<string, string>>): string | undefined {
  if (call.length > MAX_SIGNATURE) return undefined
  const expanded = call.replace(STRUCT, (name) => named(structs, name))
  return expanded === call ? call : withStructs(expanded, structs)
}

/** What the name stands for, or itself. */
function named(values: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? name
}

function parametersFault(parameters: readonly Parameter[]): string | undefined {
  const names = new Set<string>()
  for (const { name, type, components, ...more } of parameters) {
    if (!name) return `has a parameter without a name: ${canonicalType({ type, components })}`
    if (names.has(name)) return `has two parameters with the name ${name}`
    if (type.startsWith('function') || 'indexed' in more) return `has a parameter that no call can have: ${name}`
    names.add(name)
    const fault = parametersFault(components ?? [])
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Only bytes at the end have a length that is not in the type. */
function packedFault(parameters: readonly Parameter[]): string | undefined {
  const unsized = parameters.find(({ type }, index) => {
    return !/^(?:address|bool|bytes\d+|u?int\d+)$/.test(type) && !(type === 'bytes' && index === parameters.length - 1)
  })
  return unsized && `is packed, and has a parameter without a size before its end: ${unsized.name}`
}

/** What a member of an effect may have instead of a path. Elsewhere the same word would name nothing, and say so nowhere. */
const words: Readonly<Record<string, readonly string[]>> = {
  amount: ['@value'],
  on: ['elsewhere'],
  feeOf: wholes,
}
/** The same of a sentence, and of a call that is made. */
const wordsBeside: Readonly<Record<string, readonly string[]>> = {
  ...words,
  token: ['@asset'],
  value: ['@value'],
  to: ['@called'],
  actor: ['@called', '@alias'],
}

/** What an argument must be to stand in a member. */
type Use = 'address' | 'number' | 'value' | 'bytes' | 'text' | 'any'

const uses: Readonly<Record<string, Use>> = {
  to: 'address',
  of: 'address',
  from: 'address',
  payer: 'address',
  heldBy: 'address',
  feeTo: 'address',
  token: 'address',
  amount: 'number',
  share: 'number',
  id: 'number',
  least: 'number',
  fee: 'number',
  feeOf: 'number',
  on: 'number',
  unless: 'value',
  each: 'number',
  support: 'value',
  what: 'any',
  data: 'bytes',
  value: 'number',
  actor: 'address',
  operation: 'value',
  signature: 'text',
  mustSucceed: 'value',
}

/** Type of what an effect relies on, where it is no address. */
const relied: Readonly<Partial<Record<string, Use>>> = { position: 'number', nothing: 'bytes' }

const fits: Readonly<Record<Use, RegExp>> = {
  address: /^(?:address|string|bytes|bytes(?:2\d|3[012])|u?int(?:1[6-9]|2\d)\d)$/,
  number: /^u?int\d+$/,
  value: /^(?!tuple|string|bytes$)/,
  bytes: /^bytes$/,
  text: /^string$/,
  any: /^/,
}

const texts: Readonly<Record<Use, string>> = {
  address: 'holds no address',
  number: 'is no number',
  value: 'is no value that can be zero',
  bytes: 'is no bytes',
  text: 'is no text',
  any: '',
}

/** Problems of the paths of an effect, of what a sentence says, or of a call that is made. */
export function pathProblems(
  effect: Effect | Says | InnerCallData,
  parameters: readonly Parameter[],
  at: readonly PropertyKey[],
): readonly PlacedProblem[] {
  const isEffect = 'kind' in effect
  const allowed = isEffect ? words : wordsBeside
  const special = isEffect && effect.kind === 'relies' ? relied[effect.as] : undefined
  const walk = (value: unknown, place: readonly PropertyKey[], use: Use | undefined): PlacedProblem[] => {
    if (typeof value === 'string') {
      const message = allowed[String(place.findLast((each) => typeof each === 'string'))]?.includes(value)
        ? undefined
        : use && pathFault(value, use, parameters, place.at(-1) === 'token')
      return message === undefined ? [] : [{ path: place, message }]
    }
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, member]) => {
      if (!Array.isArray(value))
        return walk(member, [...place, name], name === 'to' && special !== undefined ? special : uses[name])
      // The first item of a chain is who gave the number.
      return place.at(-1) === 'on' && name === '0' ? [] : walk(member, [...place, Number(name)], use)
    })
  }
  return walk(effect, at, undefined)
}

const ACCOUNT = /^(?:@actor|@contract|0x[0-9a-f]{40})$/

export function pathFault(
  written: Path,
  use: Use,
  parameters: readonly Parameter[],
  isToken: boolean,
): string | undefined {
  if (isToken && written === 'native') return undefined
  if (use === 'address' && ACCOUNT.test(written)) return undefined
  if (written.startsWith('0x'))
    return `is ${written}: an address has 0x and 40 digits, in lower case or with its checksum`
  const type = typeAt(written, parameters)
  if (type === undefined) return `is ${written}, which leads to no argument`
  return fits[use].test(type) ? undefined : `is ${written} (${type}), which ${texts[use]}`
}

/** Type at a path, of a list that of its items. Undefined: there is nothing. */
function typeAt(written: Path, parameters: readonly Parameter[]): string | undefined {
  let members = parameters
  let type: string | undefined
  let isList = false
  for (const name of written.split('.')) {
    if (inBytes.has(name)) {
      if (type !== 'bytes') return undefined
      type = 'address'
      members = []
    } else if (name === '@first' || name === '@last') {
      if (!isList) return undefined
      isList = false
    } else if (name === '@route') {
      if (!isList) return undefined
    } else if (name === '@start') {
      if (!type?.startsWith('bytes')) return undefined
      type = 'address'
      members = []
    } else if (name === '@amount') {
      if (type !== 'bytes') return undefined
      type = 'uint256'
      members = []
    } else if (name === '@end') {
      if (!/^(?:bytes(?:2\d|3[0-2])?|uint(?:1[6-9]|2\d)\d)$/.test(type ?? '')) return undefined
      type = 'address'
      members = []
    } else {
      const parameter = members.find((each) => each.name === name)
      if (!parameter) return undefined
      isList ||= parameter.type.includes('[')
      type = parameter.type.replace(/\[.*$/, '')
      members = parameter.components ?? []
    }
  }
  return type
}

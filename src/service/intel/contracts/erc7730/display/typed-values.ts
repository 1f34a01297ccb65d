import { addressOf as addressIn } from '../../../../../shared/json/evm-json.ts'
import type { Arguments, ArgumentValue } from '../../../../risk/decode/arguments.ts'
import { itemOf, type Parameter } from '../../../../risk/decode/layout.ts'
import { isWritten } from '../../../../risk/effects/path-values.ts'
import { boundsOf, type ContainerName, isList, parsePath, type Segment, typeInContainer } from '../descriptor-path.ts'

/** A value with its type. */
export interface TypedValue {
  readonly type: Parameter
  readonly value: ArgumentValue
}

/** What wraps the arguments: the transaction, or the domain of a message with its signer. */
export interface Container {
  /** Lower case; absent: not known. */
  readonly from?: string
  /** Lower case. */
  readonly to: string
  readonly value: bigint
  readonly chainId: string
}

/** Arguments of a function, or members of a message. */
export interface TypedArguments {
  readonly parameters: readonly Parameter[]
  readonly args: Arguments
  readonly container: Container
}

/** The values at a path, of lists each item. Empty: there is none. */
export function typedValuesAt(data: TypedArguments, written: string): TypedValue[] {
  const path = parsePath(written)
  if (typeof path === 'string') return []
  if (path.root === 'container') return containerValue(data.container, path.name)
  const root: TypedValue = { type: { type: 'tuple', components: data.parameters }, value: data.args as ArgumentValue }
  return path.segments
    .reduce<TypedValue[]>((values, segment) => values.flatMap((each) => step(each, segment)), [root])
    .flatMap(items)
}

function containerValue(container: Container, name: ContainerName): TypedValue[] {
  const value = container[name]
  return value === undefined ? [] : [{ type: typeInContainer(name), value: name === 'chainId' ? BigInt(value) : value }]
}

function step({ type, value }: TypedValue, segment: Segment): TypedValue[] {
  if (segment.kind === 'name') {
    if (isList(type)) return items({ type, value }).flatMap((each) => step(each, segment))
    const member = type.components?.find(({ name }) => name === segment.name)
    const isHeld = typeof value === 'object' && Object.hasOwn(value, segment.name)
    return member && isHeld ? [{ type: member, value: (value as Arguments)[segment.name] as ArgumentValue }] : []
  }
  if (!isList(type)) return bytesAt({ type, value }, segment)
  const list = value as readonly ArgumentValue[]
  if (segment.kind === 'index') {
    const item = list.at(segment.at)
    return item === undefined ? [] : [{ type: itemOf(type), value: item }]
  }
  const [from, to] = segment.kind === 'all' ? [0, list.length] : boundsOf(segment, list.length)
  return list.slice(from, to).map((item) => ({ type: itemOf(type), value: item }))
}

/** A part of the bytes of a value. */
function bytesAt(whole: TypedValue, segment: Segment): TypedValue[] {
  const digits = digitsOf(whole)
  if (digits === undefined || segment.kind === 'name' || segment.kind === 'all') return []
  const part =
    segment.kind === 'index' ? { from: segment.at, to: segment.at === -1 ? undefined : segment.at + 1 } : segment
  const [from, to] = boundsOf(part, digits.length / 2)
  return from < to ? [{ type: { type: 'bytes' }, value: `0x${digits.slice(2 * from, 2 * to)}` }] : []
}

/** Numbers as words. */
function digitsOf({ type, value }: TypedValue): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'number')
    return BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
  if (typeof value !== 'string') return undefined
  return type.type === 'string' ? Buffer.from(value).toString('hex') : value.slice(2)
}

function items({ type, value }: TypedValue): TypedValue[] {
  if (!isList(type)) return [{ type, value }]
  return (value as readonly ArgumentValue[]).flatMap((item) => items({ type: itemOf(type), value: item }))
}

/** A number, also one in bytes. */
export function integerOf({ type, value }: TypedValue): bigint | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return BigInt(value)
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value !== 'string') return undefined
  if (type.type === 'string') return /^\d{1,78}$/.test(value) ? BigInt(value) : undefined
  return value.length > 2 && value.length <= 66 ? BigInt(value) : undefined
}

/** An address, also one in a number or at the end of bytes. */
export function addressOf(typed: TypedValue): string | undefined {
  if (typed.type.type === 'string') return addressIn(String(typed.value))
  const digits = digitsOf(typed)
  return digits === undefined || digits.length < 40 ? undefined : `0x${digits.slice(-40).toLowerCase()}`
}

/** Whether a value is the one that a descriptor writes as text; a number also where it is in bytes. */
export function isWrittenAs(typed: TypedValue, text: string): boolean {
  return isWritten(typed.value, integerOf(typed), text)
}

import * as AbiParameters from 'ox/AbiParameters'
import { WORD_DIGITS } from '../../evm/words.ts'

/** A parameter in the form of the ABI library. */
export interface Parameter {
  readonly name?: string | undefined
  /** address, uint160, bytes, tuple, tuple[], uint256[][] … */
  readonly type: string
  /** Members of a tuple. */
  readonly components?: readonly Parameter[]
}

/** How a parameter is encoded; computed once per signature for the checks. */
export type Shape = WordShape | BytesShape | ArrayShape | TupleShape

interface Extent {
  /** Encoded behind an offset. */
  readonly dynamic: boolean
  /** Words in the head: 1 when dynamic. */
  readonly words: number
}

export interface WordShape extends Extent {
  readonly kind: 'word'
  /** For fault texts: `address spender`. */
  readonly label: string
  readonly isBool: boolean
  /** Hex digits that must be zero, left and right. */
  readonly unusedLeft: number
  readonly unusedRight: number
  /** The value in 64 hex digits; dirty ones are masked. */
  valueOf(word: string): string | bigint | number | boolean
}

interface BytesShape extends Extent {
  readonly kind: 'bytes'
  readonly isText: boolean
}

export interface ArrayShape extends Extent {
  readonly kind: 'array'
  readonly item: Shape
  /** Absent when the length is in the data. */
  readonly length: number | undefined
}

export interface TupleShape extends Extent {
  readonly kind: 'tuple'
  readonly items: readonly Shape[]
  /** Undefined where a member has none. */
  readonly names: readonly string[] | undefined
}

/** Parses the text between the parentheses of a signature, with names. */
export function parametersOf(text: string): readonly Parameter[] {
  return text.trim() === '' ? [] : (AbiParameters.from(text as never) as readonly Parameter[])
}

export function tupleShape(parameters: readonly Parameter[]): TupleShape {
  const items = parameters.map(shapeOf)
  const dynamic = items.some((item) => item.dynamic)
  const names = parameters.flatMap(({ name }) => (name ? [name] : []))
  return {
    kind: 'tuple',
    items,
    names: names.length > 0 && names.length === items.length ? names : undefined,
    dynamic,
    words: dynamic ? 1 : items.reduce((sum, item) => sum + item.words, 0),
  }
}

function shapeOf(parameter: Parameter): Shape {
  const [, itemType, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? []
  if (itemType !== undefined) return arrayShape(shapeOf({ ...parameter, type: itemType }), length)
  if (parameter.type === 'tuple') return tupleShape(parameter.components ?? [])
  if (parameter.type === 'bytes' || parameter.type === 'string')
    return { kind: 'bytes', dynamic: true, words: 1, isText: parameter.type === 'string' }
  return wordShape(parameter)
}

function arrayShape(item: Shape, digits: string | undefined): ArrayShape {
  const length = digits ? Number(digits) : undefined
  const dynamic = length === undefined || item.dynamic
  return { kind: 'array', item, length, dynamic, words: dynamic ? 1 : item.words * length }
}

function wordShape({ type, name }: Parameter): WordShape {
  const [, family, size] = /^([a-z]+)(\d*)$/.exec(type) ?? []
  const label = `${type} ${name}`
  const word = { kind: 'word', label, dynamic: false, words: 1, isBool: false, unusedLeft: 0, unusedRight: 0 } as const
  switch (family) {
    case 'address':
      return { ...word, unusedLeft: WORD_DIGITS - 40, valueOf: (digits) => `0x${digits.slice(-40)}` }
    case 'bool':
      return { ...word, unusedLeft: WORD_DIGITS - 1, isBool: true, valueOf: (digits) => digits !== ZERO }
    case 'uint':
    case 'int': {
      const bits = Number(size || 256)
      return {
        ...word,
        unusedLeft: family === 'uint' ? WORD_DIGITS - bits / 4 : 0,
        valueOf: integer(bits, family === 'int'),
      }
    }
    case 'bytes': {
      const length = Number(size) * 2
      return { ...word, unusedRight: WORD_DIGITS - length, valueOf: (digits) => `0x${digits.slice(0, length)}` }
    }
    default:
      return { ...word, valueOf: (digits) => `0x${digits}` }
  }
}

/** Larger integers are bigint. */
const MAX_NUMBER_BITS = 48
const ZERO = '0'.repeat(WORD_DIGITS)
const SMALL_ZEROS = '0'.repeat(WORD_DIGITS - MAX_NUMBER_BITS / 4)

function integer(bits: number, isSigned: boolean): (digits: string) => bigint | number {
  const limited = (value: bigint) => (isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value))
  if (bits > MAX_NUMBER_BITS) return (digits) => smallOf(digits) ?? limited(BigInt(`0x${digits}`))
  return (digits) => Number(limited(smallOf(digits) ?? BigInt(`0x${digits}`)))
}

/** Nearly all integers: parsing a word of zeros takes nine times as long. */
function smallOf(digits: string): bigint | undefined {
  return digits.startsWith(SMALL_ZEROS) ? BigInt(Number.parseInt(digits.slice(SMALL_ZEROS.length), 16)) : undefined
}

/** Item type of an array: `uint256[]` of `uint256[][]`. */
export function itemOf(array: Parameter): Parameter {
  return { ...array, type: array.type.slice(0, array.type.lastIndexOf('[')) }
}

/** Canonical type in a selector: `address`, `(address,uint256)[]`. */
export function canonicalType({ type, components }: Parameter): string {
  if (components === undefined) return type
  return `(${components.map(canonicalType).join(',')})${type.slice('tuple'.length)}`
}

import * as AbiParameters from 'ox/AbiParameters'

/** A parameter in the form of the ABI library. */
export interface Parameter {
  readonly name?: string | undefined
  /** address, uint160, bytes, tuple, tuple[], uint256[][] … */
  readonly type: string
  /** Of tuples. */
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
}

interface BytesShape extends Extent {
  readonly kind: 'bytes'
}

export interface ArrayShape extends Extent {
  readonly kind: 'array'
  readonly item: Shape
  /** Undefined: the length is in the data. */
  readonly length: number | undefined
}

interface TupleShape extends Extent {
  readonly kind: 'tuple'
  readonly items: readonly Shape[]
}

/** Hex digits of a word. */
export const WORD = 64

/** Parses the text between the parentheses of a signature, with names. */
export function parametersOf(text: string): readonly Parameter[] {
  return text.trim() === '' ? [] : (AbiParameters.from(text as never) as readonly Parameter[])
}

export function tupleShape(parameters: readonly Parameter[]): TupleShape {
  const items = parameters.map(shapeOf)
  const dynamic = items.some((item) => item.dynamic)
  return { kind: 'tuple', items, dynamic, words: dynamic ? 1 : items.reduce((sum, item) => sum + item.words, 0) }
}

function shapeOf(parameter: Parameter): Shape {
  const [, itemType, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? []
  if (itemType !== undefined) return arrayShape(shapeOf({ ...parameter, type: itemType }), length)
  if (parameter.type === 'tuple') return tupleShape(parameter.components ?? [])
  if (parameter.type === 'bytes' || parameter.type === 'string') return { kind: 'bytes', dynamic: true, words: 1 }
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
      return { ...word, unusedLeft: WORD - 40 }
    case 'bool':
      return { ...word, unusedLeft: WORD - 1, isBool: true }
    case 'uint':
      return { ...word, unusedLeft: WORD - Number(size || 256) / 4 }
    case 'bytes':
      return { ...word, unusedRight: WORD - Number(size) * 2 }
    default:
      return word
  }
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

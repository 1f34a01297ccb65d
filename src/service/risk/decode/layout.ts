import * as AbiParameters from 'ox/AbiParameters'

/** A parameter as the ABI library reads and gives it. */
export interface Parameter {
  readonly name?: string | undefined
  /** Such as address, uint160, bytes, tuple, tuple[], uint256[][]. */
  readonly type: string
  /** Of tuples. */
  readonly components?: readonly Parameter[]
}

/** How a parameter stands in the data, worked out once: what the check of every call goes by. */
export type Shape = WordShape | BytesShape | ArrayShape | TupleShape

interface Placed {
  /** Stands behind an offset in what encloses it. */
  readonly dynamic: boolean
  /** Words it takes where it is named: 1 when dynamic. */
  readonly words: number
}

export interface WordShape extends Placed {
  readonly kind: 'word'
  /** As faults call it: `address spender`. */
  readonly label: string
  readonly isBool: boolean
  /** Hex digits that must be zero, on the left and on the right. */
  readonly unusedLeft: number
  readonly unusedRight: number
}

interface BytesShape extends Placed {
  readonly kind: 'bytes'
}

export interface ArrayShape extends Placed {
  readonly kind: 'array'
  readonly item: Shape
  /** Undefined: the length stands in the data. */
  readonly length: number | undefined
}

interface TupleShape extends Placed {
  readonly kind: 'tuple'
  readonly items: readonly Shape[]
}

/** Hex digits of a word. */
export const WORD = 64

/** From what stands between the parentheses of a signature, names included. */
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

/** What an array is made of: `uint256[]` of `uint256[][]`. */
export function itemOf(array: Parameter): Parameter {
  return { ...array, type: array.type.slice(0, array.type.lastIndexOf('[')) }
}

/** As Solidity writes it for the selector: `address`, `(address,uint256)[]`. */
export function canonicalType({ type, components }: Parameter): string {
  if (components === undefined) return type
  return `(${components.map(canonicalType).join(',')})${type.slice('tuple'.length)}`
}

import { WORD_DIGITS } from '../../evm/words.ts'
import type { ArrayShape, Shape, TupleShape, WordShape } from './layout.ts'
import type { Work } from './work.ts'

/** Integers up to 48 bits are numbers, larger ones bigint; tuples are objects, or lists where a member has no name. */
export type ArgumentValue =
  | string
  | bigint
  | number
  | boolean
  | readonly ArgumentValue[]
  | { readonly [name: string]: ArgumentValue }

/** By parameter name; addresses and bytes in lower-case hex. */
export type Arguments = Readonly<Record<string, ArgumentValue>>

export interface ReadArguments {
  /** With dirty words: as a contract reads them that masks them. */
  readonly values: readonly ArgumentValue[]
  /** Nonzero bytes that must be zero, a clause; the current Solidity decoder reverts, older ones mask them. */
  readonly dirty?: string
  /** Bytes that no argument uses: between the arguments or after them. */
  readonly unused?: true
}

/** Not decodable. */
export interface BrokenArguments {
  /** A clause about the data. */
  readonly broken: string
}

/** By length. */
const zeros = Array.from({ length: WORD_DIGITS + 1 }, (_, length) => '0'.repeat(length))
/** Hex digits that an offset or length may use (below 2^48). */
const NUMBER_DIGITS = 12
const NUMBER_ZEROS = '0'.repeat(WORD_DIGITS - NUMBER_DIGITS)

const POINTS_NOWHERE = 'an offset, length or digit in it is invalid'
const EXPANDS = 'its parts overlap and expand to many times its size'

const NO_HEX = /[^0-9a-f]/

class Broken extends Error {}

/**
 * Reads `digits` (lower-case hex without 0x) as the values of `shape`, as strictly as Solidity's decoder. A part that
 * several offsets point at is read once; for each further offset its size is taken from `work`.
 * @param isHex known; a search takes as long as the reading
 */
export function readArguments(
  shape: TupleShape,
  digits: string,
  work: Work,
  isHex = false,
): ReadArguments | BrokenArguments {
  if (!isHex && NO_HEX.test(digits)) return { broken: POINTS_NOWHERE }
  const reader = new ArgumentReader(digits, work)
  try {
    const values = reader.sequence(shape.items, shape.items.length, 0)
    return {
      values,
      ...(reader.dirty !== undefined && { dirty: reader.dirty }),
      ...(reader.usedDigits !== digits.length && { unused: true }),
    }
  } catch (error) {
    if (error instanceof Broken) return { broken: error.message }
    throw error
  }
}

interface Part {
  readonly shape: Shape
  readonly value: ArgumentValue
  /** Words in it, those of parts that it points at included. */
  readonly words: number
  /** Another at the same position. */
  readonly next: Part | undefined
}

class ArgumentReader {
  dirty: string | undefined
  /** Sum over all parts, offsets and padding included. */
  usedDigits = 0
  readonly #digits: string
  readonly #work: Work
  /** Behind offsets, by position. */
  readonly #parts = new Map<number, Part>()
  /** Read so far; a part counts for each offset that points at it. */
  #words = 0
  /** That may be read before more is taken from the work. */
  #paid: number

  constructor(digits: string, work: Work) {
    this.#digits = digits
    this.#work = work
    this.#paid = digits.length / WORD_DIGITS
  }

  /** Consecutive values; the last of `items` repeats. */
  sequence(items: readonly Shape[], count: number, at: number): ArgumentValue[] {
    const values: ArgumentValue[] = []
    let head = at
    for (let index = 0; index < count; index++) {
      const item = items[index] ?? items[items.length - 1]
      if (item === undefined) break
      values.push(item.dynamic ? this.#behind(item, head, at) : this.#value(item, head))
      head += item.words * WORD_DIGITS
    }
    return values
  }

  /** A dynamic value: its head is an offset from `base`. */
  #behind(shape: Shape, head: number, base: number): ArgumentValue {
    this.#spend(1)
    const at = base + this.#number(head) * 2
    let known = this.#parts.get(at)
    while (known && known.shape !== shape) known = known.next
    if (known) {
      this.#spend(known.words)
      return known.value
    }
    const before = this.#words
    const value = this.#value(shape, at)
    this.#parts.set(at, { shape, value, words: this.#words - before, next: this.#parts.get(at) })
    return value
  }

  /** A value at its position: the content of a dynamic one, the words of a static one. */
  #value(shape: Shape, at: number): ArgumentValue {
    switch (shape.kind) {
      case 'word':
        return this.#word(shape, at)
      case 'bytes':
        return this.#bytes(shape.isText, at)
      case 'array':
        return this.#array(shape, at)
      case 'tuple':
        return this.#tuple(shape, at)
    }
  }

  #tuple({ items, names }: TupleShape, at: number): ArgumentValue {
    const values = this.sequence(items, items.length, at)
    return names ? named(names, values) : values
  }

  #array({ item, length }: ArrayShape, at: number): ArgumentValue {
    const start = length === undefined ? at + WORD_DIGITS : at
    const count = length ?? this.#number(at)
    this.#mustHold(start, count * item.words * WORD_DIGITS)
    if (item.words === 0) this.#spend(count)
    return this.sequence([item], count, start)
  }

  #word(shape: WordShape, at: number): ArgumentValue {
    this.#spend(1)
    this.#mustHold(at, WORD_DIGITS)
    this.usedDigits += WORD_DIGITS
    const word = this.#digits.slice(at, at + WORD_DIGITS)
    this.dirty ??= dirtIn(shape, word)
    return shape.valueOf(word)
  }

  #bytes(isText: boolean, at: number): string {
    const length = this.#number(at)
    const start = at + WORD_DIGITS
    this.#spend(1 + length / (WORD_DIGITS / 2))
    this.#mustHold(start, length * 2)
    const padded = Math.ceil((length * 2) / WORD_DIGITS) * WORD_DIGITS
    this.usedDigits += Math.min(padded, this.#digits.length - start)
    const digits = this.#digits.slice(start, start + length * 2)
    return isText ? Buffer.from(digits, 'hex').toString() : `0x${digits}`
  }

  #number(at: number): number {
    this.#mustHold(at, WORD_DIGITS)
    this.usedDigits += WORD_DIGITS
    const value = this.#digits.startsWith(NUMBER_ZEROS, at)
      ? Number.parseInt(this.#digits.slice(at + WORD_DIGITS - NUMBER_DIGITS, at + WORD_DIGITS), 16)
      : Number.NaN
    if (!(value <= this.#digits.length)) throw new Broken(POINTS_NOWHERE)
    return value
  }

  #mustHold(at: number, length: number): void {
    if (at + length > this.#digits.length) throw new Broken(POINTS_NOWHERE)
  }

  #spend(words: number): void {
    this.#words += words
    const missing = this.#words - this.#paid
    if (missing <= 0) return
    if (!this.#work.spend(missing)) throw new Broken(EXPANDS)
    this.#paid += missing
  }
}

/** Values by name; a later one replaces another of the same name. */
export function named(names: readonly (string | number)[], values: readonly ArgumentValue[]): Arguments {
  const all: Record<string, ArgumentValue> = {}
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? index
    // Assigned, it is no property.
    if (name === '__proto__') return Object.fromEntries(names.map((each, at) => [each, values[at] ?? '']))
    all[name] = values[index] ?? ''
  }
  return all
}

function dirtIn({ label, isBool, unusedLeft, unusedRight }: WordShape, word: string): string | undefined {
  const isDirty = !word.startsWith(zeros[unusedLeft] ?? '') || !word.endsWith(zeros[unusedRight] ?? '')
  if (isDirty) return `the ${label} has dirty ${unusedRight > 0 ? 'trailing' : 'leading'} bytes`
  return isBool && !'01'.includes(word.charAt(WORD_DIGITS - 1)) ? `the ${label} is neither 0 nor 1` : undefined
}

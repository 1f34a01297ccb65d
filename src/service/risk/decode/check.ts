import { type ArrayShape, type Shape, WORD, type WordShape } from './layout.ts'

/**
 * Clauses about the data. `broken`: not decodable. `dirty`: nonzero bytes that must be zero; the current Solidity decoder
 * reverts, older ones mask them.
 */
export interface ArgumentFaults {
  readonly broken?: string
  readonly dirty?: string
  /** Bytes that no argument uses: between the arguments or after them. */
  readonly unused?: true
}

/** Honest encoders overlap only empty parts; a decompression bomb points at one large part thousands of times. */
const MAX_EXPANSION = 4
const SMALL_WORDS = 64

const ZEROS = '0'.repeat(WORD)
/** Hex digits that an offset or length may use (below 2^48). */
const NUMBER_DIGITS = 12

export const POINTS_NOWHERE = 'an offset, length or digit in it is invalid'

class Broken extends Error {}

/**
 * Checks `digits` (without 0x) against `shape` before the ABI library decodes them. As strict as Solidity's decoder,
 * where the library masks dirty words; rejects data that expands to many times its size.
 */
export function checkArguments(shape: Shape, digits: string): ArgumentFaults {
  const check = new Check(digits)
  try {
    check.value(shape, 0)
    return {
      ...(check.dirty !== undefined && { dirty: check.dirty }),
      ...(check.usedDigits !== digits.length && { unused: true }),
    }
  } catch (error) {
    if (error instanceof Broken) return { broken: error.message }
    throw error
  }
}

class Check {
  dirty: string | undefined
  /** Sum over all parts, offsets and padding included. */
  usedDigits = 0
  readonly #digits: string
  #wordsLeft: number

  constructor(digits: string) {
    this.#digits = digits
    this.#wordsLeft = (digits.length / WORD) * MAX_EXPANSION + SMALL_WORDS
  }

  /** A value at its position: the content of a dynamic one, the words of a static one. */
  value(shape: Shape, at: number): void {
    if (shape.kind === 'word') this.#word(shape, at)
    else if (shape.kind === 'bytes') this.#bytes(at)
    else if (shape.kind === 'tuple') this.#sequence(shape.items, shape.items.length, at)
    else this.#array(shape, at)
  }

  #array({ item, length }: ArrayShape, at: number): void {
    const start = length === undefined ? at + WORD : at
    const count = length ?? this.#number(at)
    this.#mustHold(start, count * item.words * WORD)
    this.#sequence([item], count, start)
  }

  /** Consecutive values; the last of `items` repeats. */
  #sequence(items: readonly Shape[], count: number, at: number): void {
    let head = at
    for (let index = 0; index < count; index++) {
      const item = items[index] ?? items.at(-1)
      if (item === undefined) return
      this.#head(item, head, at)
      head += item.words * WORD
    }
  }

  /** A head: the value itself, or its offset from `base` when it is dynamic. */
  #head(shape: Shape, head: number, base: number): void {
    if (shape.dynamic) {
      this.#spend(1)
      this.value(shape, base + this.#number(head) * 2)
    } else this.value(shape, head)
  }

  #word({ label, isBool, unusedLeft, unusedRight }: WordShape, at: number): void {
    this.#spend(1)
    this.#mustHold(at, WORD)
    this.usedDigits += WORD
    if (this.dirty !== undefined) return
    const isDirty =
      !this.#digits.startsWith(ZEROS.slice(0, unusedLeft), at) ||
      !this.#digits.startsWith(ZEROS.slice(0, unusedRight), at + WORD - unusedRight)
    if (isDirty) this.dirty = `the ${label} has dirty ${unusedRight > 0 ? 'trailing' : 'leading'} bytes`
    else if (isBool && !'01'.includes(this.#digits.charAt(at + WORD - 1))) {
      this.dirty = `the ${label} is neither 0 nor 1`
    }
  }

  #bytes(at: number): void {
    const length = this.#number(at)
    this.#spend(1 + length / (WORD / 2))
    this.#mustHold(at + WORD, length * 2)
    const padded = Math.ceil((length * 2) / WORD) * WORD
    this.usedDigits += Math.min(padded, this.#digits.length - at - WORD)
  }

  #number(at: number): number {
    this.#mustHold(at, WORD)
    this.usedDigits += WORD
    const value = this.#digits.startsWith(ZEROS.slice(NUMBER_DIGITS), at)
      ? Number(`0x${this.#digits.slice(at + WORD - NUMBER_DIGITS, at + WORD)}`)
      : Number.NaN
    if (!(value <= this.#digits.length)) throw new Broken(POINTS_NOWHERE)
    return value
  }

  #mustHold(at: number, length: number): void {
    if (at + length > this.#digits.length) throw new Broken(POINTS_NOWHERE)
  }

  #spend(words: number): void {
    this.#wordsLeft -= words
    if (this.#wordsLeft < 0) throw new Broken('its parts overlap and expand to many times its size')
  }
}

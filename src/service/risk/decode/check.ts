import { type ArrayShape, type Shape, WORD, type WordShape } from './layout.ts'

/**
 * What is wrong with encoded arguments, a clause about the data each. `broken`: they cannot be read at all. `dirty`:
 * bytes are set that must be zero; Solidity's present decoder refuses them, older ones cut them off.
 */
export interface Faults {
  readonly broken?: string
  readonly dirty?: string
}

/** No honest encoder makes parts overlap, but for empty ones; a bomb makes one large part stand for thousands. */
const MAX_UNFOLDING = 4
const SMALL_WORDS = 64

const ZEROS = '0'.repeat(WORD)
/** Digits of a word that a sensible offset or length may use: 2^48 bytes. */
const NUMBER_DIGITS = 12

export const POINTS_NOWHERE = 'an offset, length or digit in it is invalid'

class Broken extends Error {}

/**
 * Walks through `digits` (without 0x) as `shape` lays them out, before the ABI library reads them. It is as strict as
 * Solidity's decoder, where the library cuts dirty words off silently, and it bounds the work: what unfolds to many
 * times its size is refused.
 */
export function checkArguments(shape: Shape, digits: string): Faults {
  const check = new Check(digits)
  try {
    check.inPlace(shape, 0)
    return check.dirty === undefined ? {} : { dirty: check.dirty }
  } catch (error) {
    if (error instanceof Broken) return { broken: error.message }
    throw error
  }
}

class Check {
  dirty: string | undefined
  readonly #digits: string
  #wordsLeft: number

  constructor(digits: string) {
    this.#digits = digits
    this.#wordsLeft = (digits.length / WORD) * MAX_UNFOLDING + SMALL_WORDS
  }

  /** A value where it stands: the contents of a dynamic one, the words of a static one. */
  inPlace(shape: Shape, at: number): void {
    if (shape.kind === 'word') this.#word(shape, at)
    else if (shape.kind === 'bytes') this.#bytes(at)
    else if (shape.kind === 'tuple') this.#row(shape.items, shape.items.length, at)
    else this.#array(shape, at)
  }

  #array({ item, length }: ArrayShape, at: number): void {
    const start = length === undefined ? at + WORD : at
    const count = length ?? this.#number(at)
    this.#mustHold(start, count * item.words * WORD)
    this.#row([item], count, start)
  }

  /** Values side by side; the last of `items` stands for all further ones. */
  #row(items: readonly Shape[], count: number, at: number): void {
    let head = at
    for (let index = 0; index < count; index++) {
      const item = items[index] ?? items.at(-1)
      if (item === undefined) return
      this.#named(item, head, at)
      head += item.words * WORD
    }
  }

  /** A value where it is named: behind an offset from `base` when it is dynamic. */
  #named(shape: Shape, head: number, base: number): void {
    if (shape.dynamic) {
      this.#spend(1)
      this.inPlace(shape, base + this.#number(head) * 2)
    } else this.inPlace(shape, head)
  }

  #word({ label, isBool, unusedLeft, unusedRight }: WordShape, at: number): void {
    this.#spend(1)
    this.#mustHold(at, WORD)
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
  }

  #number(at: number): number {
    this.#mustHold(at, WORD)
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

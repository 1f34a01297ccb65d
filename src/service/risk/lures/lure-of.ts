import { type Lure, lureAt } from './forms.ts'
import { lureSelectors } from './selectors.ts'

export type { Lure } from './forms.ts'

const LENGTH = '0x12345678'.length

/** A power of two, so that a remainder is a mask; some three times as many as there are selectors, so that few meet. */
const SLOTS = 2 ** 18

/** Going through all takes some 30 µs, making an index some ms: a short command asks a few times, a server for ever. */
const QUESTIONS_BEFORE_INDEX = 200

/** Where a selector stands in the table. */
class Places {
  readonly #selectors: Uint32Array
  #questions = 0
  /** Places from 1, 0 where there is none; a selector stands in the first free slot from the one that it names. */
  #slots: Uint32Array | undefined

  constructor(base64: string) {
    // Copied, for a view of words must begin at a multiple of four.
    this.#selectors = new Uint32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer)
  }

  /** The first place of the selector, for names of one word are the same in several writings; -1 when there is none. */
  of(selector: number): number {
    this.#questions++
    if (this.#questions <= QUESTIONS_BEFORE_INDEX) return this.#selectors.indexOf(selector)
    this.#slots ??= indexOf(this.#selectors)
    let slot = selector & (SLOTS - 1)
    for (let place = this.#slots[slot]; place; place = this.#slots[slot]) {
      if (this.#selectors[place - 1] === selector) return place - 1
      slot = (slot + 1) & (SLOTS - 1)
    }
    return -1
  }
}

function indexOf(selectors: Uint32Array): Uint32Array {
  const slots = new Uint32Array(SLOTS)
  for (let place = 0; place < selectors.length; place++) {
    let slot = (selectors[place] ?? 0) & (SLOTS - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    slots[slot] = place + 1
  }
  return slots
}

/** Read before the first call that no other table knows: most transactions never ask. */
let places: Places | undefined

/** The function that phishing contracts offer under a selector (0x and eight digits). */
export function lureOf(selector: string): Lure | undefined {
  if (selector.length !== LENGTH) return undefined
  places ??= new Places(lureSelectors)
  const place = places.of(Number.parseInt(selector.slice(2), 16))
  return place < 0 ? undefined : lureAt(place)
}

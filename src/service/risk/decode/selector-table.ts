import { lazily } from '../../../shared/lazily.ts'
import { readDataFile } from '../../../shared/system/data-file.ts'
import { SELECTOR_LENGTH } from '../../evm/words.ts'

/** Power of two, about three times the number of selectors of the largest table. */
const SLOTS = 2 ** 18

/** A linear search takes about 30 µs, building the index some ms: too long for a short command. */
const SEARCHES_BEFORE_INDEX = 200

/** Selectors in a fixed order, little-endian, with an open-addressing hash index. */
export class SelectorTable {
  readonly #selectors: Uint32Array
  #searches = 0
  /** Table index + 1; 0: free. */
  #slots: Uint32Array | undefined

  constructor(bytes: Uint8Array) {
    // Copied: a Uint32Array must start at a multiple of four.
    this.#selectors = new Uint32Array(Uint8Array.from(bytes).buffer)
  }

  /** Each as 0x and eight digits. */
  all(): string[] {
    return Array.from(this.#selectors, (selector) => `0x${selector.toString(16).padStart(8, '0')}`)
  }

  /** First index of the selector, -1 when it is not in the table. */
  indexOf(selector: number): number {
    this.#searches++
    if (this.#searches <= SEARCHES_BEFORE_INDEX) return this.#selectors.indexOf(selector)
    this.#slots ??= slotsOf(this.#selectors)
    let slot = selector & (SLOTS - 1)
    for (let entry = this.#slots[slot]; entry; entry = this.#slots[slot]) {
      if (this.#selectors[entry - 1] === selector) return entry - 1
      slot = (slot + 1) & (SLOTS - 1)
    }
    return -1
  }
}

function slotsOf(selectors: Uint32Array): Uint32Array {
  const slots = new Uint32Array(SLOTS)
  for (let index = 0; index < selectors.length; index++) {
    let slot = (selectors[index] ?? 0) & (SLOTS - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    slots[slot] = index + 1
  }
  return slots
}

/** What a file of selectors has for one (0x and eight digits). @param at by the index in the file */
export function lookUpIn<T>(file: string, at: (index: number) => T | undefined): (selector: string) => T | undefined {
  // Read on the first unknown selector: most transactions have none.
  const table = lazily(() => new SelectorTable(readDataFile(file)))
  return (selector) => {
    if (selector.length !== SELECTOR_LENGTH) return undefined
    const index = table().indexOf(Number.parseInt(selector.slice(2), 16))
    return index < 0 ? undefined : at(index)
  }
}

/** Words before the filter: how many keys, and whether the key of two zeros is among them. */
const SIZE = 0
const HAS_ZERO = 1
const FILTER = 2

const MIN_CAPACITY = 1024

/**
 * Stores a set of addresses by 64 of their bits: bytes 2 to 5 and 12 to 15, which vanity addresses share less than the ends. A
 * hit is a candidate (5 × 10⁻¹⁴ false ones a look-up) that has to be confirmed. Open addressing with a load of at most one
 * half, behind a filter of one bit a key that fits in the cache of a core: 18 MB for a million addresses. The memory is
 * shared between threads and survives the thread that fills it; one thread writes.
 */
export class AddressTable {
  #words: Int32Array<SharedArrayBuffer>
  #mask: number
  /** Word of the first slot. */
  #slots: number

  /** @param buffer of another table, which is then the same one until it grows */
  constructor(buffer: SharedArrayBuffer = bufferFor(MIN_CAPACITY)) {
    this.#words = new Int32Array(buffer)
    this.#mask = maskOf(this.#words)
    this.#slots = slotsAt(this.#mask)
  }

  static of(addresses: readonly string[]): AddressTable {
    const table = new AddressTable()
    for (const address of addresses) table.add(address)
    return table
  }

  /** Another one after the table grew. */
  get buffer(): SharedArrayBuffer {
    return this.#words.buffer
  }

  get size(): number {
    return this.#words[SIZE] as number
  }

  /** @param address 0x and 40 hex digits */
  add(address: string): void {
    const high = wordAt(address, 2 + 4)
    const low = wordAt(address, 2 + 24)
    const words = this.#words
    const isZero = high === 0 && low === 0
    if (isZero ? words[HAS_ZERO] === 1 : !insert(words, this.#mask, high, low)) return
    if (isZero) words[HAS_ZERO] = 1
    const size = (words[SIZE] as number) + 1
    words[SIZE] = size
    if (2 * size > this.#mask + 1) this.#grow()
  }

  /**
   * Whether an address may be in the set. Never throws; a text without an address gives any answer.
   * @param at of the first of its 40 hex digits in the text
   */
  has(text: string, at: number): boolean {
    const high = wordAt(text, at + 4)
    const words = this.#words
    const mask = this.#mask
    const bit = bitOf(high, mask)
    if (((words[FILTER + (bit >>> 5)] as number) & (1 << bit)) === 0 && high !== 0) return false
    const low = wordAt(text, at + 24)
    if (high === 0 && low === 0) return words[HAS_ZERO] === 1
    for (let slot = slotOf(high, low, mask); ; slot = (slot + 1) & mask) {
      const index = this.#slots + 2 * slot
      const first = words[index] as number
      const second = words[index + 1] as number
      if (first === high && second === low) return true
      if (first === 0 && second === 0) return false
    }
  }

  #grow(): void {
    const old = this.#words
    const grown = new Int32Array(bufferFor(2 * (this.#mask + 1)))
    const mask = maskOf(grown)
    for (let at = this.#slots; at < old.length; at += 2) {
      const high = old[at] as number
      const low = old[at + 1] as number
      if (high !== 0 || low !== 0) insert(grown, mask, high, low)
    }
    grown[SIZE] = old[SIZE] as number
    grown[HAS_ZERO] = old[HAS_ZERO] as number
    this.#words = grown
    this.#mask = mask
    this.#slots = slotsAt(mask)
  }
}

/** Returns false for a key that is there. */
function insert(words: Int32Array, mask: number, high: number, low: number): boolean {
  for (let slot = slotOf(high, low, mask); ; slot = (slot + 1) & mask) {
    const at = slotsAt(mask) + 2 * slot
    const first = words[at] as number
    const second = words[at + 1] as number
    if (first === high && second === low) return false
    if (first !== 0 || second !== 0) continue
    words[at] = high
    words[at + 1] = low
    const bit = bitOf(high, mask)
    words[FILTER + (bit >>> 5)] = (words[FILTER + (bit >>> 5)] as number) | (1 << bit)
    return true
  }
}

function slotOf(high: number, low: number, mask: number): number {
  const mixed = Math.imul(high ^ Math.imul(low, 0x9e_37_79_b1), 0x85_eb_ca_6b)
  return (mixed ^ (mixed >>> 15)) & mask
}

/** Eight hex digits of any case, as 32 bits. */
function wordAt(text: string, at: number): number {
  let word = 0
  for (let index = at; index < at + 8; index++) {
    const code = text.charCodeAt(index)
    word = (word << 4) | ((code & 15) + (code >> 6) * 9)
  }
  return word
}

/** Bit of the filter: four for each slot. */
function bitOf(high: number, mask: number): number {
  const mixed = Math.imul(high, 0x9e_37_79_b1)
  return (mixed ^ (mixed >>> 15)) & (4 * mask + 3)
}

/** Words of 32 bits: those before the filter, an eighth of a word for each slot, and two for each slot. */
function bufferFor(capacity: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (slotsAt(capacity - 1) + 2 * capacity))
}

function slotsAt(mask: number): number {
  return FILTER + (mask + 1) / 8
}

function maskOf(words: Int32Array): number {
  return (8 * (words.length - FILTER)) / 17 - 1
}

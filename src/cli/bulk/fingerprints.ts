const FIRST_SLOTS = 1024
/** Of the slots, how many may be taken before there are twice as many. */
const MOST_TAKEN = 0.8
/** 96 bits of the fingerprint and a number. */
const WORDS = 4

/**
 * A number for each of millions of row keys, 16 bytes a slot: no text is kept, only 96 bits of a SHA-256. Two of
 * a hundred million rows share them with a chance of one in 10¹³.
 */
export class Fingerprints {
  #slots = FIRST_SLOTS
  #words = new Uint32Array(FIRST_SLOTS * WORDS)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Undefined where nothing was set. */
  get(key: Buffer): number | undefined {
    const value = this.#words[this.#find(key) + 3] ?? 0
    return value === 0 ? undefined : value - 1
  }

  /** `value`: a whole number from 0 on. */
  set(key: Buffer, value: number): void {
    const at = this.#find(key)
    if (this.#words[at + 3] === 0) this.#size += 1
    this.#write(at, key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8), value + 1)
    if (this.#size > this.#slots * MOST_TAKEN) this.#grow()
  }

  #find(key: Buffer): number {
    return this.#slotOf(key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8))
  }

  #slotOf(a: number, b: number, c: number): number {
    for (let slot = a % this.#slots; ; slot = (slot + 1) % this.#slots) {
      const at = slot * WORDS
      const words = this.#words
      if (words[at + 3] === 0 || (words[at] === a && words[at + 1] === b && words[at + 2] === c)) return at
    }
  }

  #write(at: number, a: number, b: number, c: number, value: number): void {
    this.#words[at] = a
    this.#words[at + 1] = b
    this.#words[at + 2] = c
    this.#words[at + 3] = value
  }

  #grow(): void {
    const old = this.#words
    this.#slots *= 2
    this.#words = new Uint32Array(this.#slots * WORDS)
    for (let at = 0; at < old.length; at += WORDS) {
      const [a = 0, b = 0, c = 0, value = 0] = old.subarray(at, at + WORDS)
      if (value !== 0) this.#write(this.#slotOf(a, b, c), a, b, c, value)
    }
  }
}

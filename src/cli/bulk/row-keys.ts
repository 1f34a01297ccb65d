import { isRecord } from '../../shared/json/json.ts'
import { sha256OfParts } from '../../shared/text/sha256.ts'

/** Bytes of a key: 128 bits of a SHA-256. */
export const KEY_BYTES = 16

/** Keys of rows by their content: a row that moves keeps its key, and a repeated row gets a key of its own. */
export class RowKeys {
  readonly #scope: string
  readonly #seen = new Fingerprints()

  /** `scope`: what else identifies a row, such as the operation and the service. */
  constructor(scope: string) {
    this.#scope = scope
  }

  next(body: unknown): Buffer {
    const content = contentKey(this.#scope, body)
    const before = this.#seen.get(content) ?? 0
    this.#seen.set(content, before + 1)
    return before === 0 ? content : digest(content.toString('hex'), String(before + 1))
  }
}

/** The same for contents that are equal as JSON with members in any order. */
export function contentKey(scope: string, content: unknown): Buffer {
  return digest(scope, canonical(content))
}

export function digest(...parts: readonly string[]): Buffer {
  return sha256OfParts(parts).subarray(0, KEY_BYTES)
}

/** JSON with sorted members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  )
}

const FIRST_SLOTS = 1024
/** Share of used slots at which the table doubles. */
const MAX_LOAD = 0.8
/** Words per slot: 96 bits of the fingerprint and a number. */
const WORDS = 4

/**
 * A hash table from row keys to numbers, for millions of rows at 16 bytes a slot. It keeps 96 bits of a SHA-256; the
 * probability that two of a hundred million rows share them is 1 in 10¹³.
 */
export class Fingerprints {
  #slots = FIRST_SLOTS
  #words = new Uint32Array(FIRST_SLOTS * WORDS)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Undefined for a key that was not set. */
  get(key: Buffer): number | undefined {
    const value = this.#words[this.#find(key) + 3] ?? 0
    return value === 0 ? undefined : value - 1
  }

  /** `value`: an integer from 0. */
  set(key: Buffer, value: number): void {
    const at = this.#find(key)
    if (this.#words[at + 3] === 0) this.#size += 1
    this.#write(at, key.readUInt32LE(0), key.readUInt32LE(4), key.readUInt32LE(8), value + 1)
    if (this.#size > this.#slots * MAX_LOAD) this.#grow()
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

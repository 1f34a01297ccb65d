import { createHash } from 'node:crypto'

/** A clock that only moves when a test advances it. */
export class TestClock {
  #now: number

  constructor(start = Date.parse('2026-01-02T03:04:05.000Z')) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  advance(ms: number): void {
    this.#now += ms
  }
}

/** Pseudo-random bytes, the same on each run. */
export function seededRandom(seed = 'txwarden'): (length: number) => Uint8Array {
  let count = 0
  return (length) => {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += 32) {
      const block = createHash('sha256').update(`${seed}/${count++}`).digest()
      bytes.set(block.subarray(0, Math.min(32, length - at)), at)
    }
    return bytes
  }
}

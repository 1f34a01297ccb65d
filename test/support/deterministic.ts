import { createHash } from 'node:crypto'
import { type Clock, createClock } from '../../src/shared/time/clock.ts'

/** A clock that only moves when a test advances it, or sets its wall time. */
export class TestClock implements Clock {
  #now: number
  #elapsed = 0

  constructor(start = Date.parse('2026-01-02T03:04:05.000Z')) {
    this.#now = start
  }

  /** As the clock of the system, also before 1970. */
  now(): number {
    return createClock(
      () => this.#now,
      () => this.#elapsed,
    ).now()
  }

  elapsed(): number {
    return this.#elapsed
  }

  /** Time passes. */
  advance(ms: number): void {
    this.#now += ms
    this.#elapsed += ms
  }

  /** Somebody sets the wall clock: no time passes. */
  step(ms: number): void {
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

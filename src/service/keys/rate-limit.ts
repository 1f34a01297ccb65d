import type { Clock } from '../../shared/time/clock.ts'
import { Problem } from '../problems/problem.ts'

const MINUTE_MS = 60_000

/**
 * Limits the requests a minute of each key, with bursts up to the whole limit (generic cell rate algorithm): a request
 * moves the time at which the key is idle, which can be at most a minute ahead.
 */
export class RateLimiter {
  readonly #perMinute: number
  readonly #clock: Clock
  /** Running time at which each key is idle (ms). One entry a key. */
  readonly #idleAt = new Map<string, number>()

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /**
   * Counts a request of a key.
   * @throws Problem 429 with Retry-After
   */
  admit(key: string): void {
    const now = this.#clock.elapsed()
    const known = this.#idleAt.get(key) ?? now
    const from = Math.max(known, now)
    const next = from + MINUTE_MS / this.#perMinute
    const excess = next - now - MINUTE_MS
    // Tolerance for accumulated rounding.
    if (excess > 0.5)
      throw new Problem('rate-limited', `The limit of this key is ${this.#perMinute} requests a minute.`, {
        headers: { 'retry-after': String(Math.ceil(excess / 1000)) },
      })
    this.#idleAt.set(key, next)
  }
}

import { Problem } from '../problems/problem.ts'
import type { Clock } from '../runtime/deps.ts'

const MINUTE_MS = 60_000

/**
 * So many requests a minute for each key, all at once or spread out: every request pushes the time at which the key
 * would be idle again further away, and that time may lie at most a minute ahead (the generic cell rate algorithm).
 */
export class RateLimiter {
  readonly #perMinute: number
  readonly #clock: Clock
  /** When each key would be idle again (ms). As many entries as there are keys. */
  readonly #idleAt = new Map<string, number>()

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /** Counts a request of this key; throws Problem 429 with Retry-After. */
  admit(key: string): void {
    const now = this.#clock.now()
    const known = this.#idleAt.get(key) ?? now
    // A clock that was set back must not lock a key out for longer than a minute.
    const from = Math.min(Math.max(known, now), now + MINUTE_MS)
    const next = from + MINUTE_MS / this.#perMinute
    const excess = next - now - MINUTE_MS
    // Half a millisecond for the fractions that add up.
    if (excess > 0.5)
      throw new Problem('rate-limited', `This key may send ${this.#perMinute} requests a minute.`, {
        headers: { 'retry-after': String(Math.ceil(excess / 1000)) },
      })
    this.#idleAt.set(key, next)
  }
}

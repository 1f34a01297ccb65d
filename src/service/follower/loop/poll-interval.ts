import { LONGEST_POLL_MS, SHORTEST_POLL_MS } from './rates.ts'

/** A block needs time to reach the node (ms). */
const TRAVEL_MS = 200
/** Blocks that the interval of a chain is read from. */
const SAMPLES = 20

/** When the next block can be expected: chains show their own rate. */
export class PollInterval {
  #times: number[] = []

  /** @param timestamp of a block that was applied (seconds) */
  note(timestamp: number): void {
    this.#times.push(timestamp)
    if (this.#times.length > SAMPLES) this.#times.shift()
  }

  /** After blocks were undone. */
  reset(): void {
    this.#times = []
  }

  /** Average time between blocks (ms); undefined: not known yet. */
  get blockMs(): number | undefined {
    const [first] = this.#times
    const last = this.#times.at(-1)
    if (first === undefined || last === undefined || this.#times.length < 2) return undefined
    return Math.max(0, ((last - first) * 1000) / (this.#times.length - 1))
  }

  /**
   * Wait before the node is asked again (ms): until the next block is due, then longer and longer, within bounds, so that a
   * wrong wall clock costs seconds at most.
   * @param now wall time (ms)
   */
  wait(now: number): number {
    const last = this.#times.at(-1)
    const { blockMs } = this
    if (last === undefined || blockMs === undefined) return SHORTEST_POLL_MS
    const dueIn = last * 1000 + blockMs + TRAVEL_MS - now
    const wait = dueIn > 0 ? dueIn : -dueIn / 4
    return Math.min(Math.max(wait, SHORTEST_POLL_MS), LONGEST_POLL_MS)
  }
}

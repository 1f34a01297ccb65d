import { Backoff } from '../../../shared/time/backoff.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { RpcFailure } from '../rpc/json-rpc.ts'

const FIRST_BREAK_MS = 1000
const LONGEST_BREAK_MS = 60_000
const MAX_SAMPLES = 32
/** The wait before a second node starts: at least a trip, and early enough that it can still answer. */
const HEDGE_MS = { min: 50, max: 700 } as const

/** Records how a node answered lately. After failures it is used last, for a time that doubles and is bounded. */
export class NodeHealth {
  readonly #clock: Clock
  readonly #latencies: number[] = []
  readonly #backoff = new Backoff(FIRST_BREAK_MS, LONGEST_BREAK_MS)
  #breakUntil = Number.NEGATIVE_INFINITY
  #lastFailure: RpcFailure | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The last failure while the node is on a break. */
  get fault(): RpcFailure | undefined {
    return this.isOnBreak ? this.#lastFailure : undefined
  }

  get isOnBreak(): boolean {
    return this.#clock.elapsed() < this.#breakUntil
  }

  /** In ms of `clock.elapsed()`. */
  get breakUntil(): number {
    return this.#breakUntil
  }

  noteSuccess(latencyMs: number): void {
    this.#backoff.reset()
    this.#breakUntil = Number.NEGATIVE_INFINITY
    this.#latencies.push(latencyMs)
    if (this.#latencies.length > MAX_SAMPLES) this.#latencies.shift()
  }

  noteFailure(failure: RpcFailure): void {
    this.#lastFailure = failure
    const wait = Math.max(this.#backoff.next(), failure.retryAfterMs ?? 0)
    this.#breakUntil = this.#clock.elapsed() + Math.min(wait, LONGEST_BREAK_MS)
  }

  /** The 95th percentile of recent latencies, bounded (ms). */
  get hedgeAfterMs(): number {
    const sorted = this.#latencies.toSorted((a, b) => a - b)
    const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? HEDGE_MS.max
    return Math.min(Math.max(p95, HEDGE_MS.min), HEDGE_MS.max)
  }
}

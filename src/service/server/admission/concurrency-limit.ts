/** Latency above which the limit falls (ms), unless requests take longer than half of it without load. */
const TARGET_MS = 250
/** Upper bound of the target for requests that are slow without load: a distant database, large traces (ms). */
const MAX_TARGET_MS = 1000
/** Latency, in targets, above which the limit falls although it was not reached: few requests with much work. */
const LATE = 4
/** A measurement takes at least this long (ms) and has at least MIN_SAMPLES requests. */
const WINDOW_MS = 100
const MIN_SAMPLES = 8
/** So many are always admitted. With at most so many, latency counts as that without load. */
const MIN_LIMIT = 8
const FIRST_LIMIT = 256
const MAX_LIMIT = 2048
const INCREASE = 1.1
const MAX_DECREASE = 0.5

/**
 * How many requests may be in progress, from measured latencies. By Little's law, `requests in progress = throughput ×
 * latency`: after a window with a median latency above the target, the limit is the number that the same throughput answers
 * within the target; a limit that is reached with a lower latency rises. While it is not reached the limit stays, so that a
 * slow start or a pause of the process does not lower it.
 */
export class ConcurrencyLimit {
  readonly #now: () => number
  #limit = FIRST_LIMIT
  /** Latency of requests without load (ms). */
  #unloaded = 0
  #since: number
  /** When the limit fell last. */
  #changed: number
  #latencies: number[] = []
  #inProgress = 0
  #mostInProgress = 0
  #isReached = false

  /** @param now ms of a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
    this.#changed = now()
  }

  get value(): number {
    return this.#limit
  }

  started(): void {
    this.#inProgress += 1
    this.#mostInProgress = Math.max(this.#mostInProgress, this.#inProgress)
  }

  /** Called when a request is refused. */
  reached(): void {
    this.#isReached = true
  }

  /** @param latency of a request (ms) */
  finished(latency: number): void {
    this.#inProgress -= 1
    const now = this.#now()
    // Requests from before the last change measure the limit before it.
    if (now - latency >= this.#changed) this.#latencies.push(latency)
    if (now - this.#since < WINDOW_MS || this.#latencies.length < MIN_SAMPLES) return
    const before = this.#limit
    this.#adjust(median(this.#latencies))
    if (this.#limit < before) this.#changed = now
    this.#since = now
    this.#latencies = []
    this.#mostInProgress = this.#inProgress
    this.#isReached = false
  }

  #adjust(latency: number): void {
    if (this.#mostInProgress <= MIN_LIMIT) this.#unloaded += (latency - this.#unloaded) / 4
    const target = Math.min(Math.max(TARGET_MS, 2 * this.#unloaded), MAX_TARGET_MS)
    if (latency <= target) {
      if (this.#isReached) this.#limit = Math.min(MAX_LIMIT, Math.ceil(this.#limit * INCREASE))
    } else if (this.#isReached || latency > LATE * target) {
      const inTime = (this.#mostInProgress * target) / latency
      const next = Math.max(MIN_LIMIT, this.#limit * MAX_DECREASE, inTime)
      this.#limit = Math.min(this.#limit, Math.floor(next))
    }
  }
}

function median(values: number[]): number {
  values.sort((a, b) => a - b)
  return values[values.length >> 1] ?? 0
}

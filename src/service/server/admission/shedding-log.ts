import type { Log } from '../log.ts'

/** Shedding has ended when no request was refused for so long (ms). */
const QUIET_MS = 5000

/** Two lines in the log for a time of overload. A line for each refused request would cost more than the refusal. */
export class SheddingLog {
  readonly #log: Log
  readonly #describe: () => string
  #refused = 0
  #began = 0
  #last = 0
  #timer: NodeJS.Timeout | undefined

  /** @param describe the load, for the first line */
  constructor(log: Log, describe: () => string) {
    this.#log = log
    this.#describe = describe
  }

  refused(): void {
    this.#refused += 1
    this.#last = performance.now()
    if (this.#timer) return
    this.#began = this.#last
    this.#log.warn(`overloaded: requests are refused with 503 (${this.#describe()})`)
    this.#timer = setInterval(() => {
      if (performance.now() - this.#last >= QUIET_MS) this.end()
    }, QUIET_MS / 5).unref()
  }

  /** Writes the second line, if the first was written. */
  end(): void {
    if (!this.#timer) return
    clearInterval(this.#timer)
    this.#timer = undefined
    const seconds = ((this.#last - this.#began) / 1000).toFixed(1)
    this.#log.warn(`no longer overloaded: ${this.#refused} requests were refused in ${seconds} s`)
    this.#refused = 0
  }
}

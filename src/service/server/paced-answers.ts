/** Time for sending at a time (ms). */
const SLICE_MS = 2
/**
 * Pause after sending, as a multiple of its time. Reading a request that is refused takes about as long as refusing it:
 * both together take up to a fourth of the time.
 */
const PAUSE = 6

/**
 * Sends answers that took no work, such as refusals, without delaying the requests in progress: callers that come back at
 * once would otherwise keep the event loop reading and refusing. A few are sent after the turn in which they are added;
 * many wait, and with them their connections.
 */
export class PacedAnswers {
  #waiting: (() => void)[] = []
  #isPlanned = false

  add(send: () => void): void {
    this.#waiting.push(send)
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => this.#sendSome())
  }

  #sendSome(): void {
    const started = performance.now()
    let sent = 0
    let ended = started
    while (sent < this.#waiting.length && ended - started < SLICE_MS) {
      this.#waiting[sent++]?.()
      ended = performance.now()
    }
    this.#waiting = this.#waiting.slice(sent)
    // Also without any left: the next ones of the same callers come soon.
    setTimeout(() => this.#resume(), (ended - started) * PAUSE)
  }

  #resume(): void {
    if (this.#waiting.length > 0) this.#sendSome()
    else this.#isPlanned = false
  }
}

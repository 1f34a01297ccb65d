/** Waits between attempts that double up to a limit: a short fault ends soon, and a long one causes few attempts. */
export class Backoff {
  readonly #firstMs: number
  readonly #longestMs: number
  #nextMs: number

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs
    this.#longestMs = longestMs
    this.#nextMs = firstMs
  }

  /** Gives the wait before the next attempt (ms), and doubles the one after it. */
  next(): number {
    const wait = this.#nextMs
    this.#nextMs = Math.min(wait * 2, this.#longestMs)
    return wait
  }

  /** Starts again with the first wait, because an attempt succeeded. */
  reset(): void {
    this.#nextMs = this.#firstMs
  }
}

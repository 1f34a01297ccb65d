import type { Output } from '../io.ts'
import { countText } from './summary.ts'

const CLEAR_LINE = '\r\u001b[2K'
/** How often the line is drawn at most (ms). */
const DRAWN_EVERY_MS = 100

/** One line on stderr while somebody looks on: how far it is, how fast, and how long it will take. */
export class Progress {
  readonly #stderr: Output
  readonly #isShown: boolean
  readonly #started = performance.now()
  #drawnAt = Number.NEGATIVE_INFINITY
  #isDrawn = false

  constructor(stderr: Output, quiet: boolean) {
    this.#stderr = stderr
    this.#isShown = stderr.isTTY && !quiet
  }

  /** `share`: from 0 to 1; undefined: nobody knows. */
  async show(what: string, rows: number, share: number | undefined): Promise<void> {
    const now = performance.now()
    if (!this.#isShown || now - this.#drawnAt < DRAWN_EVERY_MS) return
    this.#drawnAt = now
    this.#isDrawn = true
    await this.#stderr.write(`${CLEAR_LINE}  ${progressText(what, rows, share, now - this.#started)}`)
  }

  /** Takes the line away, for something else to be written. */
  async clear(): Promise<void> {
    if (!this.#isDrawn) return
    this.#isDrawn = false
    this.#drawnAt = Number.NEGATIVE_INFINITY
    await this.#stderr.write(CLEAR_LINE)
  }
}

export function progressText(what: string, rows: number, share: number | undefined, elapsedMs: number): string {
  const parts = [`${what} ${countText(rows)} rows`]
  if (share !== undefined) parts.push(`${Math.floor(share * 100)} %`)
  if (elapsedMs > 0) parts.push(`${countText(Math.round((rows / elapsedMs) * 1000))}/s`)
  if (share !== undefined && share > 0 && share < 1) parts.push(`${spanText((elapsedMs / share) * (1 - share))} left`)
  return parts.join(', ')
}

/** "45 s", "12 min", "3 h 5 min". */
export function spanText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

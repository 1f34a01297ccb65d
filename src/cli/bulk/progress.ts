import { grouped } from '../../api/text/amounts.ts'
import type { Context } from '../context/context.ts'
import type { OutputStream } from '../io.ts'

const CLEAR_LINE = '\r\u001b[2K'
/** How often the line is drawn at most (ms). */
const DRAWN_EVERY_MS = 100
/** From when on a rate says something (ms). */
const STEADY_MS = 1000

/** One line on stderr while somebody looks on: how far it is, how fast, and how long it will take. */
export class BulkProgress {
  readonly #stderr: OutputStream
  readonly #isShown: boolean
  #what = ''
  #started = 0
  #drawnAt = Number.NEGATIVE_INFINITY
  #isDrawn = false

  constructor(stderr: OutputStream, quiet: boolean) {
    this.#stderr = stderr
    this.#isShown = stderr.canRedraw && !quiet
  }

  /** `share`: from 0 to 1; undefined: unknown. */
  async show(what: string, rows: number, share: number | undefined, unit = 'rows'): Promise<void> {
    const now = performance.now()
    if (what !== this.#what) this.#started = now
    this.#what = what
    if (!this.#isShown || now - this.#drawnAt < DRAWN_EVERY_MS) return
    this.#drawnAt = now
    this.#isDrawn = true
    await this.#stderr.write(`${CLEAR_LINE}  ${progressText(what, rows, share, now - this.#started, unit)}`)
  }

  /** Takes the line away, for something else to be written. */
  async clear(): Promise<void> {
    if (!this.#isDrawn) return
    this.#isDrawn = false
    await this.#stderr.write(CLEAR_LINE)
  }
}

/** Work that shows how far it is; the line is cleared at the end. */
export async function withProgress<T>(
  { io, globals }: Pick<Context, 'io' | 'globals'>,
  work: (progress: BulkProgress) => Promise<T>,
): Promise<T> {
  const progress = new BulkProgress(io.stderr, globals.quiet === true)
  try {
    return await work(progress)
  } finally {
    await progress.clear()
  }
}

/** The same of a request that says how many it has read. @param what is done with them: `read` @param unit what they are */
export function withCount<T>(
  context: Pick<Context, 'io' | 'globals'>,
  what: string,
  unit: string,
  work: (onProgress: (count: number, share?: number) => void) => Promise<T>,
): Promise<T> {
  return withProgress(context, (progress) => work((count, share) => void progress.show(what, count, share, unit)))
}

export function progressText(
  what: string,
  rows: number,
  share: number | undefined,
  elapsedMs: number,
  unit = 'rows',
): string {
  const parts = [`${what} ${grouped(rows)} ${unit}`]
  if (share !== undefined) parts.push(`${Math.floor(share * 100)} %`)
  if (elapsedMs >= STEADY_MS) parts.push(`${grouped(Math.round((rows / elapsedMs) * 1000))}/s`)
  if (elapsedMs >= STEADY_MS && share !== undefined && share > 0 && share < 1)
    parts.push(`${spanText((elapsedMs / share) * (1 - share))} left`)
  return parts.join(', ')
}

/** "45 s", "12 min", "3 h 5 min". */
export function spanText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

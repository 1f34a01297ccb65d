import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** Longest that the write lock is to be held at a time (ms); a disk that is slower to sync takes what it takes. */
const MOST_HELD_MS = 5
/** Left over for what the estimate of the commit misses (ms). */
const MARGIN_MS = 2
/** However long commits take: so much work goes into each (ms). */
const LEAST_WORK_MS = 0.5
/** Commits the estimate rests on: now and then one moves the log into the database after it let go of the lock. */
const REMEMBERED_COMMITS = 5

/**
 * Long work on the database in transactions of a few milliseconds, with the lock left to others for as long between
 * two: whoever validates meanwhile does not notice.
 */
export class Slices {
  readonly #store: Store
  readonly #signal: AbortSignal | undefined
  readonly #commits: number[] = []

  constructor(store: Store, signal?: AbortSignal) {
    this.#store = store
    this.#signal = signal
  }

  /**
   * Runs `step` until it answers false, which says that there is no more to do. A step must take well under a
   * millisecond. Throws the signal's reason once it is aborted.
   */
  async run(step: (db: Db) => Promise<boolean>): Promise<void> {
    let isMore = true
    while (isMore) {
      this.#signal?.throwIfAborted()
      const held = await this.#slice(async (db) => {
        isMore = await step(db)
        return isMore
      })
      await pause(held)
    }
  }

  async #slice(step: (db: Db) => Promise<boolean>): Promise<number> {
    const work = Math.max(LEAST_WORK_MS, MOST_HELD_MS - MARGIN_MS - median(this.#commits))
    let started = 0
    let worked = 0
    await this.#store.write(async (db) => {
      started = performance.now()
      while ((await step(db)) && performance.now() - started < work);
      worked = performance.now()
    })
    this.#commits.push(performance.now() - worked)
    if (this.#commits.length > REMEMBERED_COMMITS) this.#commits.shift()
    return worked - started + median(this.#commits)
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** At least a turn of the timers: a pending write of this process gets in, too. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(1, ms)))
}

import { sleep } from '../../../shared/sleep.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

/** Longest that the write lock is to be held at a time, beside what the disk takes to sync (ms). */
const MOST_HELD_MS = 5
/** Steps stop here even when more were planned: pages that had to come from the disk (ms). */
const MOST_WORK_MS = 2
/** However slow the machine: fewer would make an import endless, for every commit waits for the disk once. */
const LEAST_STEPS = 4
/** The shortest of so many commits is nearly all sync. */
const REMEMBERED_COMMITS = 16
/**
 * By how much the next slice is smaller after one that took too long, and larger after one that did not. One step down
 * is nine up, so that one slice in ten takes too long; fewer hold the lock for so long, for what SQLite moves from the
 * log into the database after it let go of the lock is in the measured time, too.
 */
const SMALLER = 0.75
const LARGER = SMALLER ** (-1 / 9)

/**
 * Long work on the database in transactions of a few milliseconds, with the lock left to others for as long between
 * two: whoever validates meanwhile does not notice.
 */
export class Slices {
  readonly #store: Store
  readonly #signal: AbortSignal | undefined
  /** How many steps the next transaction may take; what a commit writes to the disk grows with them. */
  #steps = LEAST_STEPS
  readonly #commits: number[] = []

  constructor(store: Store, signal?: AbortSignal) {
    this.#store = store
    this.#signal = signal
  }

  /**
   * Runs `step` until it answers false, which says that there is no more to do. It is told how many were before it, and
   * keeps no count of its own: a transaction may be run again. A step must take well under a millisecond. Throws the
   * signal's reason once it is aborted.
   */
  async run(step: (db: Db, index: number) => Promise<boolean>): Promise<void> {
    let index = 0
    let isMore = true
    while (isMore) {
      this.#signal?.throwIfAborted()
      const slice = await this.#slice(step, index)
      index += slice.done
      isMore = slice.isMore
      // At least one turn of the timers: a pending write of this process can run.
      await sleep(Math.max(1, slice.held))
    }
  }

  async #slice(
    step: (db: Db, index: number) => Promise<boolean>,
    first: number,
  ): Promise<{ done: number; isMore: boolean; held: number }> {
    let started = 0
    let worked = 0
    let done = 0
    let isMore = true
    await this.#store.write(async (db) => {
      started = performance.now()
      done = 0
      do isMore = await step(db, first + done++)
      while (isMore && done + 1 <= this.#steps && performance.now() - started < MOST_WORK_MS)
      worked = performance.now()
    })
    const ended = performance.now()
    this.#commits.push(ended - worked)
    if (this.#commits.length > REMEMBERED_COMMITS) this.#commits.shift()
    const held = ended - started - Math.min(...this.#commits)
    if (held > MOST_HELD_MS) this.#steps = Math.max(LEAST_STEPS, Math.min(this.#steps, done) * SMALLER)
    else if (done + 1 > this.#steps) this.#steps *= LARGER
    return { done, isMore, held: Math.min(held, MOST_HELD_MS) }
  }
}

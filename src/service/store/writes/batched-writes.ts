import { runningMs } from '../../../shared/time/clock.ts'
import { sleep } from '../../../shared/time/sleep.ts'
import type { Db } from '../schema/schema.ts'
import type { Store } from '../store.ts'

/** Target for holding the write lock, without the sync of the disk (ms). */
const MAX_HOLD_MS = 5
/** A transaction takes no further steps after this time (ms): pages may have to be read from the disk. */
const MAX_WORK_MS = 2
/** Lower limit on slow machines: with fewer, an import would mostly wait for syncs. */
const MIN_STEPS = 4
/** The shortest of the last commits estimates the time of a sync. */
const REMEMBERED_COMMITS = 16
/**
 * Factors for the size of the next transaction after one that held the lock too long, and after one that did not. One
 * decrease equals nine increases, so one transaction in ten exceeds the target. The lock itself is held for less: the
 * measured time includes a checkpoint of the WAL, which runs after its release.
 */
const DECREASE = 0.75
const INCREASE = DECREASE ** (-1 / 9)

/**
 * Splits long work on the database into transactions of a few milliseconds, with pauses of the same length, so that
 * concurrent validations are not delayed.
 */
export class BatchedWrites {
  readonly #store: Store
  readonly #signal: AbortSignal | undefined
  /** Steps allowed in the next transaction. A commit's sync grows with them. */
  #steps = MIN_STEPS
  readonly #commits: number[] = []

  constructor(store: Store, signal?: AbortSignal) {
    this.#store = store
    this.#signal = signal
  }

  /**
   * Runs `step` with 0, 1, 2, … until it answers false. A step takes well under a millisecond and keeps no state of its
   * own: a transaction may run again.
   * @throws the signal's reason once it is aborted
   */
  async run(step: (db: Db, index: number) => Promise<boolean>): Promise<void> {
    let index = 0
    let isMore = true
    while (isMore) {
      this.#signal?.throwIfAborted()
      const batch = await this.#commitBatch(step, index)
      index += batch.done
      isMore = batch.isMore
      // At least one turn of the timers: a pending write of this process can run.
      await sleep(Math.max(1, batch.held))
    }
  }

  async #commitBatch(
    step: (db: Db, index: number) => Promise<boolean>,
    first: number,
  ): Promise<{ done: number; isMore: boolean; held: number }> {
    let started = 0
    let worked = 0
    let done = 0
    let isMore = true
    await this.#store.write(async (db) => {
      started = runningMs()
      done = 0
      do isMore = await step(db, first + done++)
      while (isMore && done + 1 <= this.#steps && runningMs() - started < MAX_WORK_MS)
      worked = runningMs()
    })
    const ended = runningMs()
    this.#commits.push(ended - worked)
    if (this.#commits.length > REMEMBERED_COMMITS) this.#commits.shift()
    const held = ended - started - Math.min(...this.#commits)
    if (held > MAX_HOLD_MS) this.#steps = Math.max(MIN_STEPS, Math.min(this.#steps, done) * DECREASE)
    else if (done + 1 > this.#steps) this.#steps *= INCREASE
    return { done, isMore, held: Math.min(held, MAX_HOLD_MS) }
  }
}

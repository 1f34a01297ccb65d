/** Room: Writes that share a transaction. */

import { runningMs } from '../../../shared/time/clock.ts'
import type { Db } from '../schema/schema.ts'

/** A write that waits for its transaction. */
export interface WriteJob {
  readonly work: (db: Db) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Settles a job after the commit. */
export type Settle = () => void

/** Longest wait of ready writes for the next of the announced ones (ms). */
const GATHER_MS = 5
/** Longest wait of a ready write for all of them (ms): the thread works on them meanwhile, and a commit costs as much as many rows. */
const MAX_GATHER_MS = 50

/** Collects concurrent writes into shared transactions. While one runs, later writes wait. */
export class WriteQueue {
  readonly #waiting: WriteJob[] = []
  readonly #commit: (waiting: WriteJob[]) => Promise<void>
  readonly #enough: number
  #draining: Promise<void> | undefined
  #announced = 0

  /**
   * @param commit removes at least one job from the list and settles it; never rejects
   * @param enough number of writes that do not wait for more
   */
  constructor(commit: (waiting: WriteJob[]) => Promise<void>, enough: number) {
    this.#commit = commit
    this.#enough = enough
  }

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as WriteJob['resolve'], reject })
      this.#draining ??= this.#drain()
    })
  }

  /** Announces a write: ready writes wait shortly for it. The caller calls the returned function when it runs or fails. */
  announce(): () => void {
    this.#announced += 1
    return () => {
      this.#announced -= 1
    }
  }

  /** Whether writes are announced, or wait for their commit. */
  get isBusy(): boolean {
    return this.#announced > 0 || this.#draining !== undefined
  }

  /** Resolves when all writes are settled. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      await this.#commit(this.#waiting)
    }
    this.#draining = undefined
  }

  /** Waits for turns of the event loop that bring more writes, and for announced ones. */
  async #gather(): Promise<void> {
    const started = runningMs()
    let arrived = started
    let [before, now] = [0, started]
    do {
      if (this.#waiting.length > before) arrived = now
      else if (this.#announced === 0 || now - arrived >= GATHER_MS) return
      before = this.#waiting.length
      await new Promise((resolve) => setImmediate(resolve))
      now = runningMs()
    } while (this.#waiting.length < this.#enough && now - started < MAX_GATHER_MS)
  }
}

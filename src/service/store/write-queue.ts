import type { Db } from './schema.ts'

/** A write that waits for its transaction. */
export interface Job {
  readonly work: (db: Db) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** What is told to the caller of a job once its transaction is committed. */
export type Tell = () => void

/** How long those that are ready wait at most for those that are announced (ms). */
const GATHER_MS = 5

/** Gathers writes that arrive together, for them to share a transaction; while one is under way others wait. */
export class WriteQueue {
  readonly #waiting: Job[] = []
  readonly #commit: (waiting: Job[]) => Promise<void>
  readonly #enough: number
  #draining: Promise<void> | undefined
  #announced = 0

  /**
   * @param commit takes at least one of those that wait out of the list, and settles it; never rejects
   * @param enough so many are not kept waiting for more
   */
  constructor(commit: (waiting: Job[]) => Promise<void>, enough: number) {
    this.#commit = commit
    this.#enough = enough
  }

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as Job['resolve'], reject })
      this.#draining ??= this.#drain()
    })
  }

  /** A write will follow soon, and what is ready waits a moment for it. Call what comes back when it does, or will not. */
  announce(): () => void {
    this.#announced += 1
    return () => {
      this.#announced -= 1
    }
  }

  /** Resolves when everything that was handed in is committed or refused. */
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

  /**
   * Every socket that has a request ready is read in this turn of the event loop, and in the next while it brings more;
   * what is being prepared meanwhile comes along.
   */
  async #gather(): Promise<void> {
    const started = performance.now()
    let before: number
    do {
      before = this.#waiting.length
      await new Promise((resolve) => setImmediate(resolve))
    } while (
      this.#waiting.length < this.#enough &&
      (this.#waiting.length > before || (this.#announced > 0 && performance.now() - started < GATHER_MS))
    )
  }
}

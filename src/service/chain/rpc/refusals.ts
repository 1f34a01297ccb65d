import type { Clock } from '../../../shared/time/clock.ts'

/** Until a node is requested again to do what it refused (ms): it may be another version by then, or another backend. */
const REMEMBERED_MS = 5 * 60_000

/** Remembers what one node refused lately: a method, or code of ours in a call. Without this, each block would try it in vain. */
export class Refusals {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #until = new Map<string, number>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  has(what: string): boolean {
    return this.#clock.elapsed() < (this.#until.get(what) ?? Number.NEGATIVE_INFINITY)
  }

  note(what: string): void {
    this.#until.set(what, this.#clock.elapsed() + REMEMBERED_MS)
  }
}

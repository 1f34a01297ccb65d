import { runningMs } from './clock.ts'

/** Time for steps in one turn of the event loop (ms). */
const SLICE_MS = 5
/** Steps that are planned for a turn at most. */
const MOST_STEPS = 64

/**
 * Takes steps of many connections between other events: a caller that sends many requests at once would otherwise have
 * all of them answered in one turn of the event loop, and so would everybody else who does.
 */
export class Turns {
  readonly #waiting = new Set<() => void>()
  #isPlanned = false

  /** Takes `step` in a later turn, after those that were added before. */
  add(step: () => void): void {
    this.#waiting.add(step)
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.#plan()
  }

  /** Each step has an immediate of its own: the promises that it settles are part of its time. */
  #plan(): void {
    let started: number | undefined
    const takeOne = () => {
      started ??= runningMs()
      if (runningMs() - started > SLICE_MS) return
      const [step] = this.#waiting
      if (!step) return
      this.#waiting.delete(step)
      step()
    }
    for (let steps = Math.min(this.#waiting.size, MOST_STEPS); steps > 0; steps--) setImmediate(takeOne)
    setImmediate(() => {
      this.#isPlanned = this.#waiting.size > 0
      if (this.#isPlanned) this.#plan()
    })
  }
}

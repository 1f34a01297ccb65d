import type { Clock } from '../../../shared/time/clock.ts'
import type { NodeSource } from './node-sources.ts'

/** Heads are read every second: that a node still answers, or still does not, is stored this often (ms). */
const SAME_MS = 60_000
/** The least time between two writes (ms), also where every other request fails. */
const CHANGED_MS = 10_000

export interface NodeSilenceDeps {
  readonly clock: Clock
  /** Since when it is silent, as stored by any process (ms). */
  readonly loadSilence: (source: NodeSource) => Promise<number | undefined>
  readonly saveAnswer: (source: NodeSource, answers: boolean, now: number) => Promise<void>
}

/** Stores when a node gave its head last, and since when it gives none: what asks next can be another process. */
export class NodeSilence {
  readonly #source: NodeSource
  readonly #deps: NodeSilenceDeps
  #answers: boolean | undefined
  #savedAt = Number.NEGATIVE_INFINITY
  #saving: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(source: NodeSource, deps: NodeSilenceDeps) {
    this.#source = source
    this.#deps = deps
  }

  note(answers: boolean): void {
    const { clock, saveAnswer } = this.#deps
    const now = clock.elapsed()
    // Requests that end with the process say nothing about the node.
    if (this.#isClosed || now - this.#savedAt < (answers === this.#answers ? SAME_MS : CHANGED_MS)) return
    this.#answers = answers
    this.#savedAt = now
    this.#saving = this.#saving.then(() => saveAnswer(this.#source, answers, clock.now()))
  }

  /** In ms since 1970; undefined: it gave its head when it was asked last. */
  async since(): Promise<number | undefined> {
    await this.#saving
    return this.#deps.loadSilence(this.#source)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#saving
  }
}

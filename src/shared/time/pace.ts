import { sleep as realSleep, type Sleep } from './sleep.ts'

/** Time of work without a pause (ms). */
const SLICE_MS = 2
/** The shortest pause, and the time between two looks whether requests are under way (ms). */
const LEAST_MS = 1
/** Looks for requests of one pause: beside requests without end, the work goes on slowly. */
const MOST_LOOKS = 50

export interface PaceOptions {
  /** ms of a clock that never goes back */
  readonly elapsed: () => number
  /** Whether requests are under way. */
  readonly isBusy: () => boolean
  readonly sleep?: Sleep
}

/**
 * Divides work that can wait into slices, with pauses as long as the slice and until no request is under way. A request takes
 * many turns of the event loop: work between all of them would delay it by a multiple of its own time.
 */
export class Pace {
  readonly #options: PaceOptions
  #resumed: number

  constructor(options: PaceOptions) {
    this.#options = options
    this.#resumed = options.elapsed()
  }

  /** Awaited between two steps of the work: pauses where a slice is over, or returns at once. */
  async pause(signal?: AbortSignal): Promise<void> {
    const { elapsed, isBusy, sleep = realSleep } = this.#options
    const worked = elapsed() - this.#resumed
    if (worked < SLICE_MS) return
    await sleep(Math.max(LEAST_MS, worked), signal)
    for (let looks = 0; looks < MOST_LOOKS && isBusy() && !signal?.aborted; looks++) await sleep(LEAST_MS, signal)
    this.#resumed = elapsed()
  }
}

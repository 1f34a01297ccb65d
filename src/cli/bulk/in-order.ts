export interface Pace {
  /** How many are worked on at once. */
  readonly concurrency: number
  /** How many may be begun beyond the oldest that is not done: finished ones wait in memory until their turn. */
  readonly ahead: number
}

interface Begun<R> {
  done: { readonly value: R } | undefined
}

/**
 * Works on several at once and gives the results in the order of the input: each time all that are ready, at least one,
 * also while the source has nothing new. What was begun is waited for in any case, also when the caller goes away or
 * the source fails. `work` must not reject.
 */
export async function* inOrder<T, R>(
  source: AsyncIterable<readonly T[]>,
  work: (thing: T) => Promise<R>,
  { concurrency, ahead }: Pace,
): AsyncGenerator<readonly R[]> {
  const begun: Begun<R>[] = []
  let running = 0
  let wake = () => {}
  const somethingHappens = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const begin = async (thing: T) => {
    const entry: Begun<R> = { done: undefined }
    begun.push(entry)
    running += 1
    entry.done = { value: await work(thing) }
    running -= 1
    wake()
  }
  const arrivals = new Arrivals(source, () => wake())
  try {
    for (;;) {
      while (running < concurrency && begun.length < ahead) {
        const next = arrivals.take()
        if (!next) break
        void begin(next.value)
      }
      const ready = takeReady(begun)
      if (ready.length > 0) yield ready
      else if (arrivals.isOver && begun.length === 0) break
      else await somethingHappens()
    }
  } finally {
    while (running > 0) await somethingHappens()
    await arrivals.end()
  }
  arrivals.throwFailure()
}

/** The source, asked for its next batch when the last is used up. */
class Arrivals<T> {
  readonly #source: AsyncIterator<readonly T[]>
  readonly #changed: () => void
  #batch: readonly T[] = []
  #at = 0
  #asked: Promise<void> | undefined
  #isEnded = false
  #failure: { readonly error: unknown } | undefined

  constructor(source: AsyncIterable<readonly T[]>, changed: () => void) {
    this.#source = source[Symbol.asyncIterator]()
    this.#changed = changed
  }

  /** Nothing is left, and nothing will come. */
  get isOver(): boolean {
    return this.#isEnded && this.#at >= this.#batch.length
  }

  /** The next thing, if it is there; otherwise it is asked for. */
  take(): { readonly value: T } | undefined {
    if (this.#at < this.#batch.length) {
      this.#at += 1
      return { value: this.#batch[this.#at - 1] as T }
    }
    if (!this.#isEnded) this.#asked ??= this.#ask()
    return undefined
  }

  async end(): Promise<void> {
    await this.#asked
    if (!this.#isEnded) await this.#source.return?.()
  }

  throwFailure(): void {
    if (this.#failure) throw this.#failure.error
  }

  async #ask(): Promise<void> {
    try {
      const next = await this.#source.next()
      this.#at = 0
      this.#batch = next.done ? [] : next.value
      this.#isEnded = next.done === true
    } catch (error) {
      this.#failure = { error }
      this.#isEnded = true
    }
    this.#asked = undefined
    this.#changed()
  }
}

/** From the front, those that are done. */
function takeReady<R>(begun: Begun<R>[]): R[] {
  let count = 0
  while (begun[count]?.done) count += 1
  return begun.splice(0, count).map(({ done }) => (done as { value: R }).value)
}

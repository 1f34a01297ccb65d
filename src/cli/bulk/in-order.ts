export interface ConcurrencyLimits {
  /** Tasks that run at once. */
  readonly concurrency: number
  /** Tasks from the oldest unfinished one on: finished ones wait in memory for it. */
  readonly window: number
}

interface Task<R> {
  done: { readonly value: R } | undefined
}

/**
 * Runs several tasks at once and yields the results in the order of the input, in batches as they become ready. Started
 * tasks are always awaited, also if the caller returns early or the source fails. `work` must not reject.
 */
export async function* mapInOrder<T, R>(
  source: AsyncIterable<readonly T[]>,
  work: (item: T) => Promise<R>,
  { concurrency, window }: ConcurrencyLimits,
): AsyncGenerator<readonly R[]> {
  const tasks: Task<R>[] = []
  let running = 0
  let wake = () => {}
  const nextEvent = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const start = async (item: T) => {
    const task: Task<R> = { done: undefined }
    tasks.push(task)
    running += 1
    task.done = { value: await work(item) }
    running -= 1
    wake()
  }
  const input = new BatchReader(source, () => wake())
  try {
    for (;;) {
      while (running < concurrency && tasks.length < window) {
        const next = input.take()
        if (!next) break
        void start(next.value)
      }
      const ready = takeReady(tasks)
      if (ready.length > 0) yield ready
      else if (input.isOver && tasks.length === 0) break
      else await nextEvent()
    }
  } finally {
    while (running > 0) await nextEvent()
    await input.end()
  }
  input.throwFailure()
}

/** Takes items from a source of batches; requests the next batch when one is used up. */
class BatchReader<T> {
  readonly #source: AsyncIterator<readonly T[]>
  readonly #changed: () => void
  #batch: readonly T[] = []
  #at = 0
  #request: Promise<void> | undefined
  #isEnded = false
  #failure: { readonly error: unknown } | undefined

  constructor(source: AsyncIterable<readonly T[]>, changed: () => void) {
    this.#source = source[Symbol.asyncIterator]()
    this.#changed = changed
  }

  /** The source has ended and every item was taken. */
  get isOver(): boolean {
    return this.#isEnded && this.#at >= this.#batch.length
  }

  /** The next item; if there is none yet, requests a batch. */
  take(): { readonly value: T } | undefined {
    if (this.#at < this.#batch.length) {
      this.#at += 1
      return { value: this.#batch[this.#at - 1] as T }
    }
    if (!this.#isEnded) this.#request ??= this.#ask()
    return undefined
  }

  async end(): Promise<void> {
    await this.#request
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
    this.#request = undefined
    this.#changed()
  }
}

/** Removes and returns the finished tasks at the front. */
function takeReady<R>(tasks: Task<R>[]): R[] {
  let count = 0
  while (tasks[count]?.done) count += 1
  return tasks.splice(0, count).map(({ done }) => (done as { value: R }).value)
}

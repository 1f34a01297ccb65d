import type { Sleep } from '../../src/shared/time/sleep.ts'
import { TestClock } from './deterministic.ts'
import { PATIENCE_MS } from './patience.ts'

/** A manual clock; sleepers wake when it advances past their time. */
export class SteppedTime extends TestClock {
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()

  readonly sleep: Sleep = (ms, signal) =>
    new Promise((resolve) => {
      const sleeper = {
        at: this.elapsed() + ms,
        wake: () => {
          this.#sleepers.delete(sleeper)
          signal?.removeEventListener('abort', sleeper.wake)
          resolve()
        },
      }
      if (signal?.aborted || ms <= 0) return resolve()
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', sleeper.wake, { once: true })
    })

  override advance(ms: number): void {
    super.advance(ms)
    for (const sleeper of [...this.#sleepers]) if (sleeper.at <= this.elapsed()) sleeper.wake()
  }
}

/** Waits for what other processes and sockets bring about; fails when it does not come. */
export async function until(condition: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

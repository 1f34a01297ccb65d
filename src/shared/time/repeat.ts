import { sleep as realSleep, type Sleep } from './sleep.ts'

interface Repetition {
  readonly pauseMs: number
  readonly signal: AbortSignal
  readonly report: (error: unknown) => void
  readonly sleep?: Sleep | undefined
}

/** Repeats work with pauses until the signal aborts. Of errors in a row the first is reported. */
export async function repeat(
  work: () => Promise<unknown>,
  { pauseMs, signal, report, sleep = realSleep }: Repetition,
): Promise<void> {
  let isReported = false
  while (!signal.aborted) {
    try {
      await work()
      isReported = false
    } catch (error) {
      if (!isReported && !signal.aborted) report(error)
      isReported = true
    }
    await sleep(pauseMs, signal)
  }
}

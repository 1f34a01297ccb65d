import { sleep } from '../../../shared/time/sleep.ts'
import type { IntelAdministration } from '../administration.ts'

/** Between two looks for feeds that are due (ms). */
const POLL_MS = 5000

/** Fetches enabled feeds when they are due, each by itself, until the signal aborts. */
export async function keepFeedsFresh(
  intel: Pick<IntelAdministration, 'startDue'>,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const reportFailure = (error: unknown) => {
    if (!signal.aborted) report(error)
  }
  while (!signal.aborted) {
    try {
      const started = await intel.startDue(signal)
      if (started) {
        const ended = started.fetching.then(() => {}, reportFailure).finally(() => running.delete(ended))
        running.add(ended)
        continue
      }
    } catch (error) {
      reportFailure(error)
    }
    await sleep(POLL_MS, signal)
  }
  await Promise.all(running)
}

import { sleep } from '../../../shared/time/sleep.ts'
import type { IntelAdministration } from '../administration.ts'

/** Between two looks for feeds that are due (ms). */
const POLL_MS = 5000

/** Fetches enabled feeds when they are due, until the signal aborts. */
export async function keepFeedsFresh(
  intel: Pick<IntelAdministration, 'syncDue'>,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await intel.syncDue(signal)) continue
    } catch (error) {
      if (!signal.aborted) report(error)
    }
    await sleep(POLL_MS, signal)
  }
}

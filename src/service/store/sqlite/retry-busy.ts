import { runningMs } from '../../../shared/time/clock.ts'
import { sleep } from '../../../shared/time/sleep.ts'
import { isBusy } from './failures.ts'

/** Limit for opening while other processes create the same file (ms). */
export const OPEN_DEADLINE_MS = 10_000
/** Interval of attempts that block the event loop (ms). */
const PAUSE_MS = 5
/** Interval of attempts between which others are answered (ms). */
const TURN_MS = 1

/**
 * Repeats `work` while another process holds a lock that ignores busy_timeout, as for enabling WAL in a new file. Blocks
 * the event loop.
 */
export function retryBusy<T>(deadlineMs: number, work: () => T): T {
  const deadline = runningMs() + deadlineMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || runningMs() > deadline) throw error
      pauseBlocking()
    }
  }
}

/** Waits an instant for another process. Blocks the event loop. */
export function pauseBlocking(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}

/** Repeats `work` until another process releases a lock, without blocking the event loop. */
export async function untilFree<T>(deadlineMs: number, work: () => T): Promise<Awaited<T>> {
  const deadline = runningMs() + deadlineMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || runningMs() > deadline) throw error
      await sleep(TURN_MS)
    }
  }
}

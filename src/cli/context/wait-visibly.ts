import { interrupted } from '../../shared/errors.ts'
import { sleep } from '../../shared/time/sleep.ts'
import type { OutputStream } from '../io.ts'

export type Wait = (ms: number, why: string | undefined, signal: AbortSignal | undefined) => Promise<void>

/** Shorter waits are not announced. */
const ANNOUNCED_MS = 1000
const CLEAR_LINE = '\r\u001b[2K'

/**
 * Waits and announces it on stderr: as a countdown on a terminal, otherwise as one line if there is a reason. Rejects as
 * interrupted when the signal aborts.
 */
export function waitVisibly(stderr: OutputStream, quiet: boolean): Wait {
  return async (ms, why, signal) => {
    if (quiet || ms < ANNOUNCED_MS) return sleepOrReject(ms, signal)
    if (!stderr.canRedraw) {
      if (why !== undefined) await stderr.write(`${why} (${Math.ceil(ms / 1000)} s)\n`)
      return sleepOrReject(ms, signal)
    }
    try {
      for (let left = ms; left > 0; left -= 1000) {
        await stderr.write(`${CLEAR_LINE}${why ?? 'waiting'}: ${Math.ceil(left / 1000)} s`)
        await sleepOrReject(Math.min(left, 1000), signal)
      }
    } finally {
      await stderr.write(CLEAR_LINE)
    }
  }
}

async function sleepOrReject(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, signal)
  if (signal?.aborted) throw interrupted(signal.reason)
}

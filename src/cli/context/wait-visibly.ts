import { interrupted } from '../../shared/errors.ts'
import { sleep } from '../../shared/sleep.ts'
import type { Output } from '../io.ts'

export type Wait = (ms: number, why: string | undefined, signal: AbortSignal | undefined) => Promise<void>

/** Below it nobody wonders what is going on. */
const WORTH_TELLING_MS = 1000
const CLEAR_LINE = '\r\u001b[2K'

/**
 * Waits, and says so on stderr: counted down on a terminal, otherwise one line where there is a reason to tell. Rejects as
 * interrupted when the signal aborts.
 */
export function waitVisibly(stderr: Output, quiet: boolean): Wait {
  return async (ms, why, signal) => {
    if (quiet || ms < WORTH_TELLING_MS) return waitFor(ms, signal)
    if (!stderr.canRedraw) {
      if (why !== undefined) await stderr.write(`${why} (${Math.ceil(ms / 1000)} s)\n`)
      return waitFor(ms, signal)
    }
    try {
      for (let left = ms; left > 0; left -= 1000) {
        await stderr.write(`${CLEAR_LINE}${why ?? 'waiting'}: ${Math.ceil(left / 1000)} s`)
        await waitFor(Math.min(left, 1000), signal)
      }
    } finally {
      await stderr.write(CLEAR_LINE)
    }
  }
}

async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, signal)
  if (signal?.aborted) throw interrupted(signal.reason)
}

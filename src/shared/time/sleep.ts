/** Resolves after `ms`, or as soon as the signal aborts. Never rejects. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** A longer timer ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    let timer: NodeJS.Timeout
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const wait = (left: number) => {
      const part = Math.min(left, LONGEST_TIMER_MS)
      timer = setTimeout(() => (left > part ? wait(left - part) : end()), part)
    }
    wait(ms)
    signal?.addEventListener('abort', end, { once: true })
  })

/** What the work gives within `ms`; undefined: it takes longer, and goes on. @param signal ends the wait */
export async function atMost<T>(ms: number, work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  const over = new AbortController()
  try {
    const until = signal ? AbortSignal.any([over.signal, signal]) : over.signal
    return await Promise.race([work, sleep(ms, until).then(() => undefined)])
  } finally {
    // A timer that is left keeps the process running.
    over.abort()
  }
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

import { WardenError } from '../shared/errors.ts'
import { readRetryAfter } from './retry-after.ts'
import type { Transport } from './transport.ts'

export interface LimiterOptions {
  /** Takes the next moment (ms) a request may leave, if it is not later than `latest`; answers it in either case. */
  readonly take: (now: number, latest: number) => Promise<number>
  /** Nobody is to send before (ms). */
  readonly close: (until: number) => Promise<void>
  /** Longest wait for a turn (ms): beyond it the request is not sent. */
  readonly maxWaitMs: number
  readonly now: () => number
  /** Waits; `why` is told to people meanwhile. */
  readonly wait: (ms: number, why: string, signal: AbortSignal | undefined) => Promise<void>
  /** What the limit is, in words: `300 requests a minute`. */
  readonly limit: string
}

/**
 * Lets no more through than the service allows, counting every process of this user. It stands below the retries, so that
 * they count. What the service says of its own limit (429 with Retry-After) closes the way for all of them.
 */
export function withLimiter(transport: Transport, options: LimiterOptions): Transport {
  return async (outgoing) => {
    const now = options.now()
    const at = await options.take(now, now + options.maxWaitMs)
    const wait = at - now
    if (wait > options.maxWaitMs) throw tooLong(wait, options)
    if (wait > 0) await options.wait(wait, `${options.limit}: waiting for the next turn`, outgoing.signal)
    const response = await transport(outgoing)
    const after = response.status === 429 ? readRetryAfter(response.headers['retry-after']) : undefined
    if (after) await options.close('seconds' in after ? options.now() + after.seconds * 1000 : after.at)
    return response
  }
}

function tooLong(wait: number, { maxWaitMs, limit }: LimiterOptions): WardenError {
  const seconds = Math.ceil(wait / 1000)
  return new WardenError({
    kind: 'rate-limited',
    code: 'rate-limited',
    message: `${limit} are used up for another ${seconds} s, and the longest wait is ${Math.round(maxWaitMs / 1000)} s`,
    details: [
      'Nothing was sent. Every process of this user counts, for this profile.',
      `Try again then, or wait for it with --retry-max-wait ${seconds}s.`,
    ],
    try: 'txwarden config explain',
  })
}

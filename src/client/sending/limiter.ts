import { WardenError } from '../../shared/errors.ts'
import { parseRetryAfter, waitMs } from '../../shared/time/retry-after.ts'
import type { Transport } from '../transport.ts'

export interface LimiterOptions {
  /** Reserves the next slot (ms) for a request unless it is later than `latest`; returns its time in either case. */
  readonly take: (now: number, latest: number) => Promise<number>
  /** Gives no slot before this time (ms). */
  readonly close: (until: number) => Promise<void>
  /** Maximum wait for a slot (ms); a request that would wait longer is not sent. */
  readonly maxWaitMs: number
  readonly now: () => number
  /** Waits, and shows `why` to the user. */
  readonly wait: (ms: number, why: string, signal: AbortSignal | undefined) => Promise<void>
  /** The limit in words: `300 requests a minute`. */
  readonly limit: string
}

/**
 * Keeps the requests of all processes of this user below the service's rate limit. It wraps the transport below the
 * retries, so that each retry takes a slot. A 429 with Retry-After closes the limiter for all processes.
 */
export function withLimiter(transport: Transport, options: LimiterOptions): Transport {
  return async (outgoing) => {
    const now = options.now()
    const at = await options.take(now, now + options.maxWaitMs)
    const wait = at - now
    if (wait > options.maxWaitMs) throw tooLong(wait, options)
    if (wait > 0) await options.wait(wait, `${options.limit}: waiting for the next slot`, outgoing.signal)
    const response = await transport(outgoing)
    const { status, headers } = response
    const after = status === 429 ? parseRetryAfter(headers['retry-after']) : undefined
    if (after) await options.close(options.now() + waitMs(after, options.now(), headers.date))
    return response
  }
}

function tooLong(wait: number, { maxWaitMs, limit }: LimiterOptions): WardenError {
  const seconds = Math.ceil(wait / 1000)
  return new WardenError({
    kind: 'rate-limited',
    code: 'rate-limited',
    message: `rate limit reached: ${limit}; next slot in ${seconds} s, maximum wait ${Math.round(maxWaitMs / 1000)} s`,
    details: [
      'Nothing was sent. All processes of this user share the limit of this profile.',
      `Retry later, or wait for a slot with --retry-max-wait ${seconds}s.`,
    ],
    try: 'txwarden config explain',
  })
}

import type { ApiResponse } from '../api/message.ts'
import { interrupted, WardenError } from '../shared/errors.ts'
import { mayTryAgain } from './network-error.ts'
import { retryDelay } from './retry-after.ts'
import type { Outgoing, Transport } from './transport.ts'

export interface RetryOptions {
  /** How often to try again, beyond the first time; 0 never. */
  readonly retries: number
  /** Waits `ms`; rejects, or returns at once, when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** At least 0, below 1. */
  readonly random: () => number
  /** Ms since the epoch. */
  readonly now: () => number
  /** Longest single wait, in ms: when the service demands more, its answer is what the caller gets. Default 60 s. */
  readonly maxWaitMs?: number
  readonly notice: (line: string) => void
}

type Outcome = { readonly response: ApiResponse } | { readonly error: WardenError }

/**
 * Tries again what may pass: no answer, 408, 425, 429, 502, 503, 504, and a 409 with Retry-After. Only requests that
 * may be repeated, or that surely never arrived. The same Outgoing goes out each time, with the same idempotency-key.
 */
export function withRetry(transport: Transport, options: RetryOptions): Transport {
  return async (outgoing) => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(transport, outgoing)
      const delay = attempt < options.retries ? delayAfter(outcome, outgoing, attempt, options) : undefined
      if (delay === undefined || delay > (options.maxWaitMs ?? 60_000)) return settle(outcome)
      options.notice(`${reason(outcome)}; trying again in ${inSeconds(delay)} (${attempt + 1} of ${options.retries})`)
      await wait(delay, outgoing.signal, options.sleep)
    }
  }
}

async function attemptOnce(transport: Transport, outgoing: Outgoing): Promise<Outcome> {
  try {
    return { response: await transport(outgoing) }
  } catch (error) {
    if (error instanceof WardenError) return { error }
    throw error
  }
}

function settle(outcome: Outcome): ApiResponse {
  if ('error' in outcome) throw outcome.error
  return outcome.response
}

function delayAfter(outcome: Outcome, outgoing: Outgoing, attempt: number, options: RetryOptions): number | undefined {
  const moment = { attempt, random: options.random(), now: options.now() }
  if ('error' in outcome)
    return mayTryAgain(outcome.error, outgoing.repeatable) ? retryDelay({ headers: {}, ...moment }) : undefined
  return outgoing.repeatable ? retryDelay({ ...outcome.response, ...moment }) : undefined
}

async function wait(ms: number, signal: AbortSignal | undefined, sleep: RetryOptions['sleep']): Promise<void> {
  try {
    await sleep(ms, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
  }
  if (signal?.aborted) throw interrupted(signal.reason)
}

function reason(outcome: Outcome): string {
  if ('error' in outcome) return outcome.error.message
  const { status } = outcome.response
  if (status === 429) return 'the service wants fewer requests (429)'
  if (status === 409) return 'the service still works on the same request (409)'
  return `the service is busy (${status})`
}

function inSeconds(ms: number): string {
  const seconds = ms / 1000
  return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`
}

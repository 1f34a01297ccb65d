import type { ApiResponse } from '../../api/operations/message.ts'
import { nodeProblems } from '../../api/problems.ts'
import { interrupted, WardenError } from '../../shared/errors.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'
import { parseRetryAfter, waitMs } from '../../shared/time/retry-after.ts'
import { mayTryAgain } from '../errors/network-error.ts'
import type { Outgoing, Transport } from '../transport.ts'

const BASE_MS = 250
const MAX_BACKOFF_MS = 10_000
const DEFAULT_MAX_WAIT_MS = 60_000

/** Without 500: the request may have had an effect, and would probably fail the same way again. */
const RETRYABLE = new Set([408, 425, 429, 502, 503, 504])

export interface RetryOptions {
  /** Attempts after the first one; 0: no retry. */
  readonly retries: number
  /** Waits `ms`; rejects, or returns at once, when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** At least 0, below 1. */
  readonly random: () => number
  /** Ms since the epoch. */
  readonly now: () => number
  /** Maximum wait per retry (ms): when the service asks for more, its response is returned. Default 60 s. */
  readonly maxWaitMs?: number
  readonly notice: (line: string) => void
}

type Result = { readonly response: ApiResponse } | { readonly error: WardenError }

/**
 * Retries after a failed connection, 408, 425, 429, 502, 503, 504, and 409 with Retry-After; never a problem of nodes. Only requests
 * that are idempotent, or that did not reach the service. Every attempt sends the same Outgoing with the same
 * idempotency-key.
 */
export function withRetry(transport: Transport, options: RetryOptions): Transport {
  return async (outgoing) => {
    for (let attempt = 0; ; attempt += 1) {
      const result = await attemptOnce(transport, outgoing)
      const delay = attempt < options.retries ? delayAfter(result, outgoing, attempt, options) : undefined
      if (delay === undefined || delay > (options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS)) return settle(result)
      options.notice(`${reason(result)}; trying again ${inSeconds(delay)} (${attempt + 1} of ${options.retries})`)
      await wait(delay, outgoing.signal, options.sleep)
    }
  }
}

export interface FailedAttempt {
  /** Absent when there was no response. */
  readonly status?: number
  /** Headers of the response, names in lower case; empty without one. */
  readonly headers: Readonly<Record<string, string>>
  /** 0 for the first. */
  readonly attempt: number
  /** At least 0, below 1. */
  readonly random: number
  /** Ms since the epoch. */
  readonly now: number
}

/** The wait before the next attempt in ms: Retry-After, else exponential backoff with full jitter. Undefined: no retry. */
export function retryDelay({ status, headers, attempt, random, now }: FailedAttempt): number | undefined {
  const after = parseRetryAfter(headers['retry-after'])
  if (status !== undefined && !isRetryable(status, after !== undefined)) return undefined
  if (after) return waitMs(after, now, headers.date)
  return Math.floor(random * Math.min(MAX_BACKOFF_MS, BASE_MS * 2 ** attempt))
}

/** A 409 with Retry-After: the service still works on a request with the same Idempotency-Key. */
function isRetryable(status: number, hasRetryAfter: boolean): boolean {
  return RETRYABLE.has(status) || (status === 409 && hasRetryAfter)
}

async function attemptOnce(transport: Transport, outgoing: Outgoing): Promise<Result> {
  try {
    return { response: await transport(outgoing) }
  } catch (error) {
    if (error instanceof WardenError) return { error }
    throw error
  }
}

function settle(result: Result): ApiResponse {
  if ('error' in result) throw result.error
  return result.response
}

function delayAfter(result: Result, outgoing: Outgoing, attempt: number, options: RetryOptions): number | undefined {
  const moment = { attempt, random: options.random(), now: options.now() }
  if ('error' in result)
    return mayTryAgain(result.error, outgoing.repeatable) ? retryDelay({ headers: {}, ...moment }) : undefined
  if (!outgoing.repeatable || isAboutNodes(result.response)) return undefined
  return retryDelay({ ...result.response, ...moment })
}

function isAboutNodes({ status, body }: ApiResponse): boolean {
  if (status < 400 || !body.startsWith('{')) return false
  const problem = parseJson(body)
  return isRecord(problem) && nodeProblems.has(String(problem.code))
}

async function wait(ms: number, signal: AbortSignal | undefined, sleep: RetryOptions['sleep']): Promise<void> {
  try {
    await sleep(ms, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
  }
  if (signal?.aborted) throw interrupted(signal.reason)
}

function reason(result: Result): string {
  if ('error' in result) return result.error.message
  const { status } = result.response
  if (status === 429) return 'rate limited (429)'
  if (status === 409) return 'the same request is still in progress (409)'
  return `the service is unavailable (${status})`
}

function inSeconds(ms: number): string {
  const seconds = ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000)
  return seconds === 0 ? 'now' : `in ${seconds} s`
}

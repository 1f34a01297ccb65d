const BASE_MS = 250
const LONGEST_BACKOFF_MS = 10_000
/** A day: no server means more, and a timer takes no more than 24 days. */
const LONGEST_RETRY_AFTER_S = 86_400

/** 500 is none of them: the same request would fail the same way, after having done who knows what. */
const PASSING = new Set([408, 425, 429, 502, 503, 504])

export interface Attempt {
  /** Absent when there was no answer. */
  readonly status?: number
  /** Of the answer, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** 0 for the first. */
  readonly attempt: number
  /** At least 0, below 1. */
  readonly random: number
  /** Ms since the epoch. */
  readonly now: number
}

/**
 * How long to wait before the next try, in ms; undefined when another try would not help.
 * What the server demands (RFC 9110, 10.2.3) comes first, else exponential backoff with full jitter.
 */
export function retryDelay({ status, headers, attempt, random, now }: Attempt): number | undefined {
  const after = readRetryAfter(headers['retry-after'])
  if (status !== undefined && !isPassing(status, after !== undefined)) return undefined
  if (after)
    return 'seconds' in after
      ? after.seconds * 1000
      : Math.max(0, Math.min(after.at - now, LONGEST_RETRY_AFTER_S * 1000))
  return Math.floor(random * Math.min(LONGEST_BACKOFF_MS, BASE_MS * 2 ** attempt))
}

/** A 409 with Retry-After is the twin of this request, still being worked on (Idempotency-Key): its answer can be had. */
function isPassing(status: number, hasRetryAfter: boolean): boolean {
  return PASSING.has(status) || (status === 409 && hasRetryAfter)
}

export type RetryAfter = { readonly seconds: number } | { readonly at: number }

/** Seconds (capped at a day), or the moment in ms since the epoch; undefined when absent or unreadable. */
export function readRetryAfter(value: string | undefined): RetryAfter | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return { seconds: Math.min(Number(text), LONGEST_RETRY_AFTER_S) }
  // Starts with a day's name in all three forms of an HTTP date; Date.parse alone takes "-5" for a year.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined
  // The asctime form names no zone, and means GMT.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : { at }
}

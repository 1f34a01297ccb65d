import { DAY_MS } from './units.ts'

/** The longest wait a server can ask for (ms); longer ones are cut to it. */
export const MAX_RETRY_AFTER_MS = DAY_MS

/** The three forms of an HTTP date (RFC 9110, 5.6.7): the current one and two obsolete ones. */
const DATE_FORMS = [
  /^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A wait (ms), or a time in ms since 1970. */
export type RetryAfter = { readonly ms: number } | { readonly at: number }

/** Parses `Retry-After` (RFC 9110, 10.2.3): decimal seconds or an HTTP date. Undefined when absent or malformed. */
export function parseRetryAfter(value: string | undefined): RetryAfter | undefined {
  const ms = parseSeconds(value)
  if (ms !== undefined) return { ms }
  const at = parseHttpDate(value)
  return at === undefined ? undefined : { at }
}

/**
 * The wait in ms, 0 to one day.
 * @param date the `date` header of the same response: a time counts from it, because the server's clock may differ from ours
 */
export function waitMs(after: RetryAfter, now: number, date?: string): number {
  return 'ms' in after ? after.ms : bounded(after.at - (parseHttpDate(date) ?? now))
}

/**
 * How long (ms) a response asks its client to wait; undefined when it does not. Reads `Retry-After` of a response that is
 * not 2xx, and Discord's `X-RateLimit-…` of any response.
 */
export function retryAfterOf(status: number, headers: ResponseHeaders, now: number): number | undefined {
  const after = status >= 300 ? parseRetryAfter(last(headers['retry-after'])) : undefined
  const isWindowUsedUp = last(headers['x-ratelimit-remaining']) === '0'
  const wait = Math.max(
    after === undefined ? 0 : waitMs(after, now, last(headers.date)),
    (isWindowUsedUp && parseSeconds(last(headers['x-ratelimit-reset-after']))) || 0,
  )
  return wait > 0 ? wait : undefined
}

/** Seconds as ms, at most one day; undefined for a negative number and NaN. */
export function secondsToMs(seconds: number): number | undefined {
  // 65.874 s is 65874.00000000001 ms in binary: round before taking the ceiling.
  const ms = Math.ceil(Number((seconds * 1000).toFixed(3)))
  return ms >= 0 ? bounded(ms) : undefined
}

function parseSeconds(text = ''): number | undefined {
  return /^\s*\d+(\.\d*)?\s*$/.test(text) ? secondsToMs(Number(text)) : undefined
}

function parseHttpDate(text = ''): number | undefined {
  for (const form of DATE_FORMS) {
    const { day, month, year, time } = form.exec(text.trim())?.groups ?? {}
    const at = Date.parse(`${day?.trim()} ${month} ${year} ${time} GMT`)
    if (!Number.isNaN(at)) return at
  }
  return undefined
}

function bounded(ms: number): number {
  return Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS)
}

/** The last value of a repeated header. */
function last(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.at(-1) : value
}

/** Whoever asks for longer is asked again after a day. */
const LONGEST_MS = 24 * 3_600_000

/** RFC 9110, 5.6.7: the form that is written today, and the two old ones that are still to be understood. */
const DATE_FORMS = [
  /^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * How long (ms) a receiver asks to be left alone, by the headers of its answer; undefined when it does not say.
 * `retry-after` of RFC 9110 where it refuses, the window of Discord's `x-ratelimit-…` also where it accepts.
 */
export function waitAsked(status: number, headers: Headers, now: number): number | undefined {
  const waits = [
    status >= 300 ? readRetryAfter(last(headers['retry-after']), last(headers.date), now) : undefined,
    last(headers['x-ratelimit-remaining']) === '0'
      ? readSeconds(last(headers['x-ratelimit-reset-after']) ?? '')
      : undefined,
  ].filter((wait) => wait !== undefined)
  return waits.length === 0 ? undefined : Math.max(...waits)
}

/**
 * ms of a `retry-after` value: seconds, also with a fraction, or a date. A date counts from the receiver's own `date`
 * where it gives one: its clock need not be ours. Undefined for anything else and for what has passed.
 */
export function readRetryAfter(value: string | undefined, date: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const until = readHttpDate(value.trim())
  if (until === undefined) return readSeconds(value)
  return bounded(until - (readHttpDate(date?.trim() ?? '') ?? now))
}

/** ms of seconds written in decimal digits. */
export function readSeconds(text: string): number | undefined {
  return /^\s*\d+(\.\d*)?\s*$/.test(text) ? millisecondsOf(Number(text)) : undefined
}

/** ms of a number of seconds that a receiver sent; undefined for what is no time to wait. */
export function millisecondsOf(seconds: number): number | undefined {
  // 65.874 is not 65.874 in binary: what is a thousandth of a millisecond too much is none.
  return bounded(Math.ceil(Number((seconds * 1000).toFixed(3))))
}

function bounded(ms: number): number | undefined {
  return ms > 0 ? Math.min(ms, LONGEST_MS) : undefined
}

function readHttpDate(text: string): number | undefined {
  for (const form of DATE_FORMS) {
    const { day, month, year, time } = form.exec(text)?.groups ?? {}
    const at = Date.parse(`${day?.trim()} ${month} ${year} ${time} GMT`)
    if (!Number.isNaN(at)) return at
  }
  return undefined
}

/** Of a header that came twice, the later one. */
function last(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.at(-1) : value
}

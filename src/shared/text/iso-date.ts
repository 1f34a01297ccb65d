/** "2026-01-02T03:04:05.678Z" of milliseconds since 1970. */
export function isoTime(ms: number): string
export function isoTime(ms: number | null): string | null
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** The last second that a Date can hold; numbers of 256 bits, and uint48, go beyond. */
const LAST_SECOND = 8_640_000_000_000

/** The same of seconds since 1970; null beyond all calendars. */
export function isoTimeOfSeconds(seconds: bigint | number): string | null {
  return seconds > LAST_SECOND ? null : isoTime(Number(seconds) * 1000)
}

/** "2026-01-02" of milliseconds since 1970. */
export function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** "20260102T030405Z" of milliseconds since 1970: sorts by time as part of the name of a file. */
export function fileTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+|[-:]/g, '')
}

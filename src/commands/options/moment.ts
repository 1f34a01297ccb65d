import { usageError } from '../../cli/errors/usage.ts'
import { parseDuration } from '../../cli/options.ts'

/** Resolves a point in time against the current one; both in milliseconds since the epoch. */
export type PastOrFuture = (now: number) => number

/** "7d" is 7 days ago; a date or time is taken as it is, in UTC unless it has an offset. */
export function parseMoment(flag: string, text: string): PastOrFuture {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) {
    const ago = parseDuration(flag, text)
    return (now) => now - ago
  }
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw usageError(`${flag}: ${JSON.stringify(text)} is not a time, such as 2026-09-27`)
  return () => time
}

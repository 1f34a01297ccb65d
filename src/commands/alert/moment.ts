import { parseDuration } from '../../cli/options.ts'
import { usageError } from '../../cli/usage.ts'

/** A moment, once it is known what the time is: all in milliseconds since the epoch. */
export type Moment = (now: number) => number

/** "7d" is that long ago; a day or a time is itself, UTC where it does not say. */
export function parseMoment(flag: string, text: string): Moment {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) {
    const ago = parseDuration(flag, text)
    return (now) => now - ago
  }
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw usageError(`${flag}: ${JSON.stringify(text)} is not a time, such as 2026-09-27`)
  return () => time
}

import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { parseDuration } from '../../cli/options.ts'
import { type TimeZone, timeIn, utc } from '../../cli/output/time-zone.ts'

/** Resolves a point in time, in milliseconds since the epoch. */
export type Moment = (context: Pick<Context, 'clock' | 'zone'>) => number

/** As the query of the service; undefined where none is given. */
export function isoOf(context: Pick<Context, 'clock' | 'zone'>, moment: Moment | undefined): string | undefined {
  return moment && new Date(moment(context)).toISOString()
}

/** An age or a time: "7d" is 7 days ago. */
export function parseMoment(flag: string, text: string): Moment {
  if (!/^\s*\d+(\.\d+)?[a-z]*\s*$/.test(text)) return parseTime(flag, text)
  const ago = parseDuration(flag, text)
  return ({ clock }) => clock.now() - ago
}

/**
 * A date or time without an offset is in the zone in which times are shown, so that what is read on the screen can be typed,
 * with the name of the zone or without.
 */
export function parseTime(flag: string, text: string): Moment {
  const [, local, zoneName] = WRITTEN.exec(text) ?? []
  if (local === undefined) {
    const time = checked(flag, text, /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN)
    return () => time
  }
  // Not a time in any zone: refused before anything is read.
  checked(flag, text, timeIn(utc, local))
  return ({ zone }) => checked(flag, text, zoneName === 'UTC' ? timeIn(utc, local) : namedTime(local, zoneName, zone))
}

/** A date, or a date and a time, and the name of a zone. */
const WRITTEN = /^(\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?)(?: ([A-Z]{3,5}|GMT[+-][\d:]+))?$/

/** NaN for the name of another zone: short names are not unique. */
function namedTime(local: string, name: string | undefined, zone: TimeZone): number {
  const time = timeIn(zone, local)
  return name === undefined || zone.nameAt(time) === name ? time : Number.NaN
}

function checked(flag: string, text: string, time: number): number {
  if (!Number.isNaN(time)) return time
  throw usageError(
    `${flag}: ${JSON.stringify(text)} is not a time, such as 2026-09-27, "2026-09-27 08:12" or 2026-09-27T08:12:00Z`,
  )
}

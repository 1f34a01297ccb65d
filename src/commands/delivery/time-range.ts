import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { parsed } from '../../cli/options.ts'
import { type Moment, parseMoment } from '../options/moment.ts'

/** Flags for the creation time of a delivery. */
export const timeRangeOptions = {
  since: parsed('time', 'created since: an age such as 7d, or a time such as 2026-09-27', parseMoment),
  until: parsed('time', 'created before: an age such as 1d, or a time', parseMoment),
}

interface TimeRangeInput {
  readonly since?: Moment | undefined
  readonly until?: Moment | undefined
}

/** As the query of the service. A range without a time in it would look like a list without entries. */
export function timeRange(context: Context, range: TimeRangeInput): { since?: string; until?: string } {
  const text = (moment: Moment) => new Date(moment(context)).toISOString()
  const since = range.since && text(range.since)
  const until = range.until && text(range.until)
  if (since !== undefined && until !== undefined && since >= until)
    throw usageError(`--since (${since}) is not before --until (${until})`)
  return { ...(since !== undefined && { since }), ...(until !== undefined && { until }) }
}

import type { Context } from '../../cli/context/context.ts'
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

/** As the query of the service. */
export function timeRange(context: Context, { since, until }: TimeRangeInput): { since?: string; until?: string } {
  const text = (moment: Moment) => new Date(moment(context)).toISOString()
  return { ...(since && { since: text(since) }), ...(until && { until: text(until) }) }
}

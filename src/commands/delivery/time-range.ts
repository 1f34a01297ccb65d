import type { Context } from '../../cli/context/context.ts'
import { parsed } from '../../cli/options.ts'
import { type Moment, parseMoment } from '../moment.ts'

/** The flags for a range of time: when a delivery was made. */
export const timeRangeOptions = {
  since: parsed('time', 'only those made since then: 7d (ago), or a time such as 2026-09-27', parseMoment),
  until: parsed('time', 'only those made before: 1d (ago), or a time', parseMoment),
}

interface TimeRangeInput {
  readonly since?: Moment | undefined
  readonly until?: Moment | undefined
}

/** As the service takes it. */
export function timeRange(context: Context, { since, until }: TimeRangeInput): { since?: string; until?: string } {
  const now = context.clock.now()
  const text = (moment: Moment) => new Date(moment(now)).toISOString()
  return { ...(since && { since: text(since) }), ...(until && { until: text(until) }) }
}

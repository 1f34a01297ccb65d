import type { Context } from '../../cli/context/context.ts'
import { parsed } from '../../cli/options.ts'
import { type PastOrFuture, parseMoment } from '../options/moment.ts'

/** Flags for the creation time of a delivery. */
export const timeRangeOptions = {
  since: parsed('time', 'created since: an age such as 7d, or a time such as 2026-09-27', parseMoment),
  until: parsed('time', 'created before: an age such as 1d, or a time', parseMoment),
}

interface TimeRangeInput {
  readonly since?: PastOrFuture | undefined
  readonly until?: PastOrFuture | undefined
}

/** As the query of the service. */
export function timeRange(context: Context, { since, until }: TimeRangeInput): { since?: string; until?: string } {
  const now = context.clock.now()
  const text = (moment: PastOrFuture) => new Date(moment(now)).toISOString()
  return { ...(since && { since: text(since) }), ...(until && { until: text(until) }) }
}

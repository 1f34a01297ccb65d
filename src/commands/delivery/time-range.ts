import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { type OptionValues, parsed } from '../../cli/options.ts'
import { isoOf, parseMoment } from '../options/moment.ts'

/** Flags for the creation time of a delivery. */
export const timeRangeOptions = {
  since: parsed('time', 'created since: an age such as 7d, or a time such as 2026-09-27', parseMoment),
  until: parsed('time', 'created before: an age such as 1d, or a time', parseMoment),
}

/** As the query of the service. A range without a time in it would look like a list without entries. */
export function timeRange(
  context: Context,
  range: OptionValues<typeof timeRangeOptions>,
): { since: string | undefined; until: string | undefined } {
  const since = isoOf(context, range.since)
  const until = isoOf(context, range.until)
  if (since !== undefined && until !== undefined && since >= until)
    throw usageError(`--since (${since}) is not before --until (${until})`)
  return { since, until }
}

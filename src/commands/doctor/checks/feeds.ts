import type { SourceRecord } from '../../../api/schemas/intel.ts'
import type { Context } from '../../../cli/context/context.ts'
import { durationText } from '../../../shared/time/duration.ts'
import { type CheckVerdict, ofLocalService, pass, warn } from '../check.ts'
import { sinceText } from '../subject.ts'

export const feeds = ofLocalService('feeds', async (client, { context }) => {
  const { content: sources } = await client.call('listFeeds')
  if (sources.length === 0) return [warn('none: only built-in knowledge is used', 'txwarden intel catalogue')]
  const faults = sources.flatMap((source) => faultsOf(source, context))
  return faults.length > 0 ? faults : [pass(`${sources.length}, none stale`)]
})

function faultsOf(
  { source, asOf, isStale, maxAgeMs, sync, silentSince }: SourceRecord,
  context: Context,
): CheckVerdict[] {
  const since = sinceText(silentSince, context)
  const reason = sync && sync.failures > 0 ? `: ${sync.lastFailure?.message}` : ''
  if (asOf === null)
    return [warn(`${source} was never fetched, enabled ${since}${reason}`, `txwarden intel sync ${source}`)]
  if (isStale)
    return [
      warn(
        `${source} is stale: not current ${since}, at most ${durationText(maxAgeMs ?? 0)}${reason}`,
        'txwarden intel sync',
      ),
    ]
  if (reason === '') return []
  return [warn(`${source} is not fetched ${since}${reason}`, `txwarden intel sync ${source}`)]
}

import type { SourceRecord } from '../../../api/schemas/intel.ts'
import { ageText } from '../../intel/source-view.ts'
import { type Check, type CheckVerdict, pass, warn } from '../check.ts'

export const feeds: Check = {
  name: 'feeds',
  look: async (subject) => {
    if (!(await subject.isUsable())) return []
    const client = await subject.client()
    const { content: sources } = await client.call('listFeeds')
    if (sources.length === 0) return [warn('none: only built-in knowledge is used', 'txwarden intel catalogue')]
    const faults = sources.flatMap(faultsOf)
    return faults.length > 0 ? faults : [pass(`${sources.length}, none stale`)]
  },
}

function faultsOf({ source, asOf, isStale, maxAgeMs, sync }: SourceRecord): CheckVerdict[] {
  // A server of the version before has no `sync`.
  const reason = sync && sync.failures > 0 ? `: ${sync.lastFailure?.message}` : ''
  if (asOf === null) return [warn(`${source} was never fetched${reason}`, `txwarden intel sync ${source}`)]
  if (isStale)
    return [warn(`${source} is stale: ${asOf}, older than ${ageText(maxAgeMs ?? 0)}${reason}`, 'txwarden intel sync')]
  if (reason === '') return []
  return [warn(`${source} is not fetched since ${sync?.lastSuccessAt}${reason}`, `txwarden intel sync ${source}`)]
}

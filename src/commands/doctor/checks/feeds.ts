import { ageText } from '../../intel/source-view.ts'
import { type Check, pass, warn } from '../check.ts'

export const feeds: Check = {
  name: 'feeds',
  look: async (subject) => {
    if (!(await subject.isUsable())) return []
    const client = await subject.client()
    const { content: sources } = await client.call('listFeeds')
    if (sources.length === 0) return [warn('none: only built-in knowledge is used', 'txwarden intel import --help')]
    const stale = sources.filter(({ isStale }) => isStale)
    if (stale.length === 0) return [pass(`${sources.length}, none stale`)]
    return stale.map(({ source, asOf, maxAgeMs }) =>
      warn(`${source} is stale: ${asOf}, older than ${ageText(maxAgeMs ?? 0)}`, 'txwarden intel sync'),
    )
  },
}

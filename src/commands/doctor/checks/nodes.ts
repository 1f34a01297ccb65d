import { type Check, fail, pass, warn } from '../check.ts'
import { sinceText } from '../since.ts'

/** Nothing without nodes. */
export const nodes: Check = {
  name: 'nodes',
  look: async (subject) => {
    if (!(await subject.isUsable())) return []
    const client = await subject.client()
    const { content } = await client.call('listChains', { query: { nodes: 'true' } })
    const found = content.flatMap(({ nodes = [] }) => nodes)
    return found.map(({ chain, host, head, faultReason, paused, silentSince }) => {
      if (paused) return warn(`${host} (${chain}): paused`, `txwarden chain resume ${chain}`)
      if (faultReason === null) return pass(`${host} (${chain}): block ${head}`)
      const since = sinceText(silentSince, subject.context)
      const text = `${host} (${chain}): ${faultReason}${since === '' ? '' : `; silent ${since}`}`
      return head === null ? fail(text, `txwarden chain test ${chain}`) : warn(text, `txwarden chain status ${chain}`)
    })
  },
}

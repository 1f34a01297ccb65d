import { commandFor } from '../../../api/text/commands.ts'
import { fail, ofLocalService, pass, warn } from '../check.ts'
import { sinceText } from '../subject.ts'

/** Nothing without nodes. */
export const nodes = ofLocalService('nodes', async (client, { context }) => {
  const { content } = await client.call('listChains', { query: { nodes: 'true' } })
  const found = content.flatMap(({ nodes = [] }) => nodes)
  return found.map(({ chain, host, head, faultReason, paused, silentSince }) => {
    if (paused) return warn(`${host} (${chain}): paused`, commandFor.resume(chain))
    if (faultReason === null) return pass(`${host} (${chain}): block ${head}`)
    const since = sinceText(silentSince, context)
    const text = `${host} (${chain}): ${faultReason}${since === '' ? '' : `; silent ${since}`}`
    return head === null ? fail(text, commandFor['test-nodes'](chain)) : warn(text, commandFor['show-chain'](chain))
  })
})

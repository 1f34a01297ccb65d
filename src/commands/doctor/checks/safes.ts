import type { Safe } from '../../../api/schemas/safe.ts'
import { chainName } from '../../../api/text/chains.ts'
import { safes as registered, safeText } from '../../safe/resource.ts'
import { ifOffered } from '../../steps/addition.ts'
import { readAll } from '../../steps/paged-list.ts'
import { type Check, type CheckVerdict, fail, pass, warn } from '../check.ts'
import { sinceText } from '../since.ts'

/** Safes whose queue or state cannot be read. Nothing without Safes. */
export const safes: Check = {
  name: 'safes',
  look: async (subject) => {
    if (!(await subject.isUsable())) return []
    const all = await ifOffered(readAll(subject.context, registered).then(({ content }) => content))
    if (all.length === 0) return []
    const client = await subject.client()
    const { content: nodes } = await client.call('listNodes')
    const withNode = new Set(nodes.filter(({ paused }) => !paused).map(({ chainId }) => chainId))
    const found = all.flatMap((safe) => {
      const what = safeText(safe)
      const since = sinceText(safe.silentSince, subject.context)
      const silent = since === '' ? '' : `its queue is not read ${since}`
      return [
        ...(withNode.has(safe.chainId)
          ? []
          : [
              fail(
                `${what}: its chain has no node, so nothing is known of the Safe`,
                `txwarden chain add ${chainName(safe.chainId)}`,
              ),
            ]),
        ...(safe.service === undefined
          ? [
              warn(
                `${what}: no transaction service, so its queue is not read`,
                `txwarden safe update ${safe.id} --service hosted`,
              ),
            ]
          : []),
        ...(safe.service !== undefined && safe.interval === undefined
          ? [fail(`${what}: ${safe.reason}`, `txwarden safe update ${safe.id} --service hosted`)]
          : []),
        ...faultsOf(safe, what, silent),
      ]
    })
    return found.length > 0 ? found : [pass(`${all.length} with a node and a transaction service`)]
  },
}

/** What the last poll found, and since when none reads the queue. */
function faultsOf({ id, interval, error }: Safe, what: string, silent: string): CheckVerdict[] {
  if (error !== undefined)
    return [warn([`${what}: ${error}`, silent].filter(Boolean).join('; '), `txwarden safe show ${id}`)]
  if (interval === undefined || silent === '') return []
  return [warn(`${what}: ${silent}`, `txwarden serve --safes ${id}`)]
}

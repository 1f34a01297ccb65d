import type { Safe } from '../../../api/schemas/safe.ts'
import { chainName } from '../../../api/text/chains.ts'
import { commandFor } from '../../../api/text/commands.ts'
import type { Context } from '../../../cli/context/context.ts'
import { safes as registered, safeText } from '../../safe/resource.ts'
import { ifOffered } from '../../steps/addition.ts'
import { readAll } from '../../steps/paged-list.ts'
import { type CheckVerdict, fail, ofLocalService, pass, warn } from '../check.ts'
import { sinceText } from '../subject.ts'

/** Safes whose queue or state cannot be read. Nothing without Safes. */
export const safes = ofLocalService('safes', async (client, { context }) => {
  const all = await ifOffered(readAll(context, registered).then(({ content }) => content))
  if (all.length === 0) return []
  const { content: nodes } = await client.call('listNodes')
  const withNode = new Set(nodes.filter(({ paused }) => !paused).map(({ chainId }) => chainId))
  const found = all.flatMap((safe) => [
    ...(withNode.has(safe.chainId)
      ? []
      : [
          fail(
            `${safeText(safe)}: its chain has no node, so nothing is known of the Safe`,
            commandFor['add-node'](chainName(safe.chainId)),
          ),
        ]),
    ...serviceVerdicts(safe),
    ...faultsOf(safe, context),
  ])
  return found.length > 0 ? found : [pass(`${all.length} with a node and a transaction service`)]
})

function serviceVerdicts(safe: Safe): CheckVerdict[] {
  const next = `txwarden safe update ${safe.id} --service hosted`
  if (safe.service === undefined)
    return [warn(`${safeText(safe)}: no transaction service, so its queue is not read`, next)]
  return safe.interval === undefined ? [fail(`${safeText(safe)}: ${safe.reason}`, next)] : []
}

/** What the last poll found, and since when none reads the queue. */
function faultsOf(safe: Safe, context: Context): CheckVerdict[] {
  const { id, interval, error, silentSince } = safe
  const since = sinceText(silentSince, context)
  const silent = since === '' ? '' : `its queue is not read ${since}`
  if (error !== undefined)
    return [warn([`${safeText(safe)}: ${error}`, silent].filter(Boolean).join('; '), `txwarden safe show ${id}`)]
  if (interval === undefined || silent === '') return []
  return [warn(`${safeText(safe)}: ${silent}`, `txwarden serve --safes ${id}`)]
}

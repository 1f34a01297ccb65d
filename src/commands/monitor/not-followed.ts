import type { Context } from '../../cli/context/context.ts'
import { chainName } from './view.ts'

/**
 * One line when no server follows the chains of monitored addresses; nothing where that is not known (a remote service
 * that has no such list).
 */
export async function noteNotFollowed(context: Context, chainIds: readonly string[]): Promise<void> {
  const { dryRun, curl } = context.globals
  if (dryRun || curl || context.configuration().addresses) return
  const service = await context.local()
  const follower = await service.follower()
  const chains = await follower.status(undefined, { asksNodes: false })
  const missing = chains.filter(({ chainId, state }) => state === 'NOT_FOLLOWED' && chainIds.includes(chainId))
  if (missing.length > 0) await context.note(notFollowedNote(missing.map(({ chainId }) => chainId)))
}

/** @param chainIds with enabled monitored addresses, at least one */
export function notFollowedNote(chainIds: readonly string[]): string {
  const names = chainIds.map(chainName)
  return `Monitored addresses are not followed on ${names.join(', ')}: MONITOR alerts fire for reported transactions only. Follow with: txwarden serve --follow ${names.join(',')}`
}

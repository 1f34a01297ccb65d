import { chainName } from '../../api/text/chains.ts'

/** @param chainIds with enabled monitored addresses, which no server follows; at least one */
export function notFollowedNote(chainIds: readonly string[]): string {
  const names = chainIds.map(chainName)
  return `Monitored addresses are not followed on ${names.join(', ')}: MONITOR alerts fire for reported transactions only. Follow with: txwarden serve --follow ${names.join(',')}`
}

import { ZERO_ADDRESS } from '../../evm/words.ts'
import type { Contact } from '../../store/repositories/counterparties.ts'
import type { Activity } from './activity.ts'

/**
 * Contacts that a poison activity, or a small payment that is only counted, leaves in the history of its address, without
 * value: they make the lookalike visible to `addressPoisoning` and vouch for nothing. Empty for others. The same block again records nothing twice:
 *
 *     await recordContacts(db, { chainId, owner: activity.address }, baitsOf(activity, header.timestamp * 1000))
 *
 * @param at time of the block (ms)
 */
export function baitsOf({ address, kind, details }: Activity, at: number): Contact[] {
  if (kind !== 'poison' && !details.counted) return []
  const others = [details.other, ...(details.moves ?? []).map(({ other }) => other)]
  const named = new Set(others.filter((other) => other !== undefined && other !== ZERO_ADDRESS && other !== address))
  return Array.from(named as ReadonlySet<string>, (counterparty) => {
    return { counterparty, firstSeen: at, lastSeen: at, count: 1, hadValue: false }
  })
}

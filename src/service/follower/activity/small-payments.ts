import { ZERO_ADDRESS } from '../../evm/words.ts'
import type { Reads } from '../../records/reads/reads.ts'
import { eventsOfTransactions } from '../../store/repositories/chain-events.ts'
import type { Contact } from '../../store/repositories/counterparties.ts'
import type { Activity } from './activity.ts'
import { storedDetails } from './details.ts'

/** Small payments of a block that are validated and reported one by one: to an address, and in all. */
const LIMITS = { ofAddress: 8, ofBlock: 32 }

/**
 * Finds transactions of a block that are only counted. Anyone can send next to nothing repeatedly at low cost: without a
 * bound the sender decides how much is requested, stored and reported. What was stored one by one before, in another
 * fork, stays so.
 * @param groups activities by their transactions
 */
export async function excessSmallPayments(
  groups: readonly (readonly Activity[])[],
  { chainId, reads }: { readonly chainId: string; readonly reads: Reads },
): Promise<ReadonlySet<readonly Activity[]>> {
  const excess = beyondLimits(groups)
  if (excess.length === 0) return new Set()
  const hashes = excess.flatMap(([first]) => first?.mined?.transaction.hash ?? [])
  const stored = await eventsOfTransactions(reads.db, chainId, hashes)
  const single = new Set(stored.filter((event) => !isCounted(event)).map(({ tx_hash }) => tx_hash))
  return new Set(excess.filter(([first]) => !single.has(first?.mined?.transaction.hash ?? '')))
}

function beyondLimits(groups: readonly (readonly Activity[])[]): (readonly Activity[])[] {
  const reported = new Map<string, number>()
  let all = 0
  return groups.filter((group) => {
    if (!isSmall(group)) return false
    const addresses = group.filter(({ isPetty }) => isPetty).map(({ address }) => address)
    const isFull = (address: string) => (reported.get(address) ?? 0) >= LIMITS.ofAddress
    if (all >= LIMITS.ofBlock || addresses.every(isFull)) return true
    all++
    for (const address of addresses) reported.set(address, (reported.get(address) ?? 0) + 1)
    return false
  })
}

/** Nothing else happens in the transaction. */
function isSmall(group: readonly Activity[]): boolean {
  const others = group.filter(({ kind }) => kind !== 'poison')
  return others.length > 0 && others.every(({ isPetty }) => isPetty)
}

export function asCounted(activity: Activity): Activity {
  const { details, isPetty } = activity
  if (!isPetty) return activity
  return { ...activity, details: { ...details, notes: [...(details.notes ?? []), { code: 'counted' }], counted: true } }
}

/** Whether an activity is counted in a digest only. @param event a stored one */
export function isCounted(event: { readonly content: string }): boolean {
  return storedDetails(event).counted === true
}

/**
 * Contacts that a poison activity, or a small payment that is only counted, leaves in the history of its address, without
 * value: they make the lookalike visible to `addressPoisoning` and vouch for nothing. Empty for others. The
 * same block again records nothing twice.
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

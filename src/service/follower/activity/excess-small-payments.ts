import type { Reads } from '../../records/reads.ts'
import { eventsOfTransactions } from '../../store/repositories/chain-events.ts'
import type { Activity, ActivityDetails } from './activity.ts'

/** Small payments of a block that are judged and told one by one: to an address, and in all. */
const MOST = { ofAddress: 8, ofBlock: 32 }

const NOTE = 'one of many small payments of its block: counted, not judged'

interface CrowdContext {
  readonly chainId: string
  readonly reads: Reads
}

/**
 * Transactions of a block that are only counted. A stranger sends next to nothing as often as he wants: without a bound he
 * decides how much is asked, stored and told. What was stored one by one before, in another fork, stays so.
 * @param groups activities by their transactions
 */
export async function crowdIn(
  groups: readonly (readonly Activity[])[],
  { chainId, reads }: CrowdContext,
): Promise<ReadonlySet<readonly Activity[]>> {
  const crowd = beyondBounds(groups)
  if (crowd.length === 0) return new Set()
  const hashes = crowd.flatMap(([first]) => first?.transaction?.transaction.hash ?? [])
  const stored = await eventsOfTransactions(reads.db, chainId, hashes)
  const single = new Set(stored.filter((event) => !isCounted(event)).map(({ tx_hash }) => tx_hash))
  return new Set(crowd.filter(([first]) => !single.has(first?.transaction?.transaction.hash ?? '')))
}

function beyondBounds(groups: readonly (readonly Activity[])[]): (readonly Activity[])[] {
  const told = new Map<string, number>()
  let all = 0
  return groups.filter((group) => {
    if (!isSmall(group)) return false
    const addresses = group.filter(({ isPetty }) => isPetty).map(({ address }) => address)
    const isFull = (address: string) => (told.get(address) ?? 0) >= MOST.ofAddress
    if (all >= MOST.ofBlock || addresses.every(isFull)) return true
    all++
    for (const address of addresses) told.set(address, (told.get(address) ?? 0) + 1)
    return false
  })
}

/** Nothing else happens in the transaction. */
function isSmall(group: readonly Activity[]): boolean {
  const others = group.filter(({ kind }) => kind !== 'poison')
  return others.length > 0 && others.every(({ isPetty }) => isPetty)
}

export function counted(activity: Activity): Activity {
  const { details, isPetty } = activity
  if (!isPetty) return activity
  const note = details.note === undefined ? NOTE : `${details.note}, ${NOTE}`
  return { ...activity, details: { ...details, note, counted: true } }
}

/** @param event a stored one */
export function isCounted({ content }: { readonly content: string }): boolean {
  return (JSON.parse(content) as ActivityDetails).counted === true
}

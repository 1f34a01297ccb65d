import { type AssetId, ownedKey } from '../../evm/asset.ts'
import type { BalanceChange } from '../../evm/holdings.ts'
import type { EvidenceSet } from '../evidence.ts'
import { measuredBy } from './read-observation.ts'
import type { SimulationEvidence } from './simulation.ts'

/** One asset of one owner: how its balance differs, and how it should by the events. */
export interface ComparedClaim extends AssetId {
  readonly owner: string
  /** Base units; negative: it leaves. */
  readonly measured: bigint
  readonly claimed: bigint
}

/**
 * Tokens and items of own accounts whose events were read and whose balances were measured. Native currency has no events;
 * a method without events claims nothing.
 */
export function comparedIn(evidence: EvidenceSet): ComparedClaim[] {
  const simulation = measuredBy(evidence)
  if (!simulation || !hasEvents(simulation)) return []
  const compared = new Map<string, ComparedClaim>()
  // Where a balance only counts items, events that name them are counted as well.
  const counted = new Set(
    simulation.changes.filter(({ standard, id }) => standard === 'erc721' && id === undefined).map(holdingOf),
  )
  const add = (change: BalanceChange, member: 'measured' | 'claimed') => {
    const { owner, standard, token, amount } = change
    if (standard === 'native') return
    const id = counted.has(holdingOf(change)) ? undefined : change.id
    const key = ownedKey(owner, { token, id })
    const both = compared.get(key) ?? { owner, standard, token, id, measured: 0n, claimed: 0n }
    compared.set(key, { ...both, [member]: both[member] + amount })
  }
  for (const change of simulation.changes) add(change, 'measured')
  for (const claim of simulation.claims) add(claim, 'claimed')
  return [...compared.values()]
}

/** What events say that own accounts receive, and less than half of it arrives. */
export function pretendedIn(evidence: EvidenceSet): ComparedClaim[] {
  return comparedIn(evidence).filter(({ measured, claimed }) => claimed > 0n && 2n * measured < claimed)
}

function holdingOf({ owner, token }: BalanceChange): string {
  return `${owner} ${token}`
}

function hasEvents({ method, trace }: SimulationEvidence): boolean {
  return method === 'simulate' || method === 'trace+simulate' || trace?.hasLogs === true
}

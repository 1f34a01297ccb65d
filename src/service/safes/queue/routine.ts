import type { Verdict } from '../../../api/verdict.ts'
import type { MonitorEventKind } from '../../../api/vocabulary.ts'

export interface RoutineFacts {
  readonly verdict: Verdict
  /** Lower case; null: the service names none. */
  readonly proposer: string | null
  /** Lower case. */
  readonly owners: ReadonlySet<string>
  /** Another item of this Safe has the same proposer, and was seen before. */
  readonly proposedBefore: boolean
  /** The hash that the service claims is that of the fields. */
  readonly isHashRight: boolean
}

/** Whether an item is what the owners do every day: SAFE, and from a proposer that the Safe knows. */
export function isRoutine({ verdict, proposer, owners, proposedBefore, isHashRight }: RoutineFacts): boolean {
  return verdict === 'SAFE' && isHashRight && proposer !== null && (owners.has(proposer) || proposedBefore)
}

/** Whether an alert is notified: of routine only when its condition names one of the kinds. */
export function notifiesRoutine(
  { kinds: wanted }: { readonly kinds?: readonly MonitorEventKind[] | null | undefined },
  kinds: readonly MonitorEventKind[],
): boolean {
  return wanted?.some((kind) => kinds.includes(kind)) ?? false
}

import type { AssetChange, StandingApproval } from '../../api/schemas/simulation.ts'
import type { Reason, ValidationResult } from '../../api/schemas/transaction.ts'
import { type Verdict, verdictOf } from '../../api/verdict.ts'
import type { Coverage } from '../../api/vocabulary.ts'

interface Differs<What extends string, T> {
  readonly what: What
  /** Null: it was not there. */
  readonly before: T | null
  /** Null: it is no longer there. */
  readonly after: T | null
}

export type SinceChange =
  | Differs<'verdict', Verdict>
  | Differs<'score', number>
  | Differs<'coverage', Coverage>
  | Differs<'simulation', string>
  | Differs<'asset', AssetChange>
  | Differs<'approval', StandingApproval>
  | Differs<'reason', Reason>

/** An earlier validation of the same transaction, and what differs from it now. */
export interface SinceVerdict {
  readonly svcTxId: string
  /** When the earlier validation was made, ISO 8601. */
  readonly validatedAt: string
  readonly verdict: Verdict
  readonly combinedScore: number
  /** Block of the earlier simulation; absent without one. */
  readonly blockNumber?: number
  readonly changes: readonly SinceChange[]
}

/** A result that was compared with an earlier one. */
export type Rechecked = ValidationResult & { readonly since?: SinceVerdict }

export function changesBetween(before: ValidationResult, after: ValidationResult): SinceChange[] {
  const [was, is] = [before.simulation, after.simulation]
  // What one of them could not see was neither added nor removed.
  const areBothKnown = was?.status === 'ok' && is?.status === 'ok'
  return [
    ...single('verdict', verdictOf(before), verdictOf(after)),
    ...single('score', before.combinedScore, after.combinedScore),
    ...single('coverage', before.coverage, after.coverage),
    ...single('simulation', was?.status, is?.status),
    ...(areBothKnown
      ? [
          ...compared('asset', was.assetChanges, is.assetChanges, holdingKey, ({ amount }) => amount),
          ...compared(
            'approval',
            was.approvals,
            is.approvals,
            (approval) => `${approval.spender} ${holdingKey(approval)}`,
            ({ amount, approved }) => `${amount} ${approved}`,
          ),
        ]
      : []),
    ...compared(
      'reason',
      before.explanation?.reasons ?? [],
      after.explanation?.reasons ?? [],
      ({ rule, subject, role }) => `${rule} ${subject} ${role}`,
      ({ points }) => String(points),
    ),
  ] as SinceChange[]
}

type ChangedAsset = Pick<AssetChange, 'owner' | 'standard' | 'token' | 'tokenId'>

function holdingKey({ owner, standard, token, tokenId }: ChangedAsset): string {
  return [owner, standard, token, tokenId].join(' ')
}

function single<T>(what: SinceChange['what'], before: T | undefined, after: T | undefined) {
  return before === after ? [] : [{ what, before: before ?? null, after: after ?? null }]
}

/** @param keyOf what it is about @param contentOf what makes it another one */
function compared<T>(
  what: SinceChange['what'],
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
  contentOf: (item: T) => string,
) {
  const [was, is] = [byKey(before, keyOf), byKey(after, keyOf)]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((key) => {
    const [old, current] = [was.get(key), is.get(key)]
    return old !== undefined && current !== undefined && contentOf(old) === contentOf(current)
      ? []
      : [{ what, before: old ?? null, after: current ?? null }]
  })
}

/** Addresses in any case; equal keys are numbered. */
function byKey<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T> {
  const found = new Map<string, T>()
  for (const item of items) {
    const key = keyOf(item).toLowerCase()
    let number = 0
    while (found.has(`${key} ${number}`)) number += 1
    found.set(`${key} ${number}`, item)
  }
  return found
}

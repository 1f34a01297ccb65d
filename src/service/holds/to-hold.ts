import type { Hold, HoldPart } from '../../api/schemas/hold.ts'
import { type KeyNames, readKeyNames } from '../store/repositories/api-keys.ts'
import type { Db, HoldRow } from '../store/schema/schema.ts'
import { stateOf } from './hold-state.ts'

/** One approval of what a policy holds. */
interface StoredApproval {
  /** The actor. */
  readonly by: string
  /** ms since 1970. */
  readonly at: number
}

/** @param now of the `DeadlineClock` (ms) */
export async function toHolds(db: Db, rows: readonly HoldRow[], now: number): Promise<Hold[]> {
  const names = await readKeyNames(
    db,
    rows.flatMap((row) => [row.requested_by, row.decided_by, ...approvalsIn(row).map(({ by }) => by)]),
  )
  return rows.map((row) => toHold(row, names, now))
}

function toHold(row: HoldRow, names: KeyNames, now: number): Hold {
  const [requestedByName, decidedByName] = [names.of(row.requested_by), names.of(row.decided_by)]
  const time = (at: number) => new Date(at).toISOString()
  return {
    verdict: row.verdict,
    combinedScore: row.combined_score,
    category: row.category,
    subCategory: row.sub_category,
    id: row.id,
    state: stateOf(row, now),
    digest: row.digest,
    kind: row.kind,
    method: row.method,
    chainId: row.chain_id,
    maxFee: row.max_fee ?? undefined,
    parts: JSON.parse(row.parts) as HoldPart[],
    requestedBy: row.requested_by,
    requestedByName,
    selfApprove: row.self_approve === 1,
    ...(row.approvals > 0 && {
      approvals: row.approvals,
      approvedBy: approvalsIn(row).map(({ by, at }) => ({ by, byName: names.of(by), at: time(at) })),
    }),
    notifiedAlerts: row.told_alerts,
    decidedBy: row.decided_by ?? undefined,
    decidedByName,
    ...(row.decided_at !== null && { decidedAt: time(row.decided_at) }),
    reason: row.reason ?? undefined,
    transactionId: row.transaction_id ?? undefined,
    outcomeUnknownOf: row.unknown_before ?? undefined,
    ...(row.expires_at !== null && { expiresAt: time(row.expires_at) }),
    createdAt: time(row.created_at),
    updatedAt: time(row.updated_at),
  }
}

export function approvalsIn({ approved_by }: Pick<HoldRow, 'approved_by'>): StoredApproval[] {
  return JSON.parse(approved_by) as StoredApproval[]
}

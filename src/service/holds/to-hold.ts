import type { Hold, HoldPart } from '../../api/schemas/hold.ts'
import { type KeyNames, readKeyNames } from '../store/repositories/api-keys.ts'
import type { Db, HoldRow } from '../store/schema/schema.ts'
import { stateOf } from './hold-state.ts'

/** @param now of the `DeadlineClock` (ms) */
export async function toHolds(db: Db, rows: readonly HoldRow[], now: number): Promise<Hold[]> {
  const names = await readKeyNames(
    db,
    rows.flatMap(({ requested_by, decided_by }) => [requested_by, decided_by]),
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
    ...(row.max_fee !== null && { maxFee: row.max_fee }),
    parts: JSON.parse(row.parts) as HoldPart[],
    requestedBy: row.requested_by,
    ...(requestedByName !== undefined && { requestedByName }),
    selfApprove: row.self_approve === 1,
    notifiedAlerts: row.told_alerts,
    ...(row.decided_by !== null && { decidedBy: row.decided_by }),
    ...(decidedByName !== undefined && { decidedByName }),
    ...(row.decided_at !== null && { decidedAt: time(row.decided_at) }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
    ...(row.unknown_before !== null && { outcomeUnknownOf: row.unknown_before }),
    ...(row.expires_at !== null && { expiresAt: time(row.expires_at) }),
    createdAt: time(row.created_at),
    updatedAt: time(row.updated_at),
  }
}

import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import { resultRank } from '../../../api/verdict.ts'
import { HOUR_MS } from '../../../shared/time/units.ts'
import type { Validated } from '../../alerts/matching/build-event.ts'
import { validatedOf } from '../../records/transaction-record.ts'
import { findTransaction } from '../../store/repositories/transactions.ts'
import type { Db, SafeItemRow } from '../../store/schema/schema.ts'

/** A verdict counts for this long (ms): the state of the chain drifts. */
export const RECHECK_MS = 6 * HOUR_MS

/** Whether the last verdict of an item is that of now: it is not old, and neither lists nor feeds changed since. */
export function isCurrent(
  { checked_at: at, evidence_revision: checked }: Pick<SafeItemRow, 'checked_at' | 'evidence_revision'>,
  { now, revision }: { readonly now: number; readonly revision: number },
): boolean {
  return at !== null && now - at < RECHECK_MS && checked === revision
}

/** Whether it has no simulation, and the one before had: then it is no better, even where its verdict is. */
export function hasLessEvidence(result: ValidationResult, before: ValidationResult): boolean {
  return !isSimulated(result) && isSimulated(before)
}

function isSimulated({ simulation }: ValidationResult): boolean {
  return simulation !== undefined && simulation.status !== 'unavailable'
}

export function hasWorseVerdict(result: ValidationResult, before: ValidationResult): boolean {
  return resultRank(result) > resultRank(before)
}

export async function storedValidation(db: Db, { svc_tx_id }: SafeItemRow): Promise<Validated | undefined> {
  const row = svc_tx_id === null ? undefined : await findTransaction(db, svc_tx_id)
  return row && validatedOf(row)
}

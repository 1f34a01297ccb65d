/**
 * Room: What waits for a person's approval: request, decide, release once, notify.
 *
 * Every change of state is one conditional update; who may decide is checked here and nowhere else.
 */

import type { HoldPart } from '../../api/schemas/hold.ts'
import { isAtLeast } from '../../api/verdict.ts'
import type { HoldState } from '../../api/vocabulary.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { isInForce } from '../store/repositories/holds.ts'
import type { HoldRow } from '../store/schema/schema.ts'

/** How long an approval can be used (ms). */
export const APPROVED_FOR_MS = 15 * 60_000
/** How long a rejection refuses the same content (ms). */
export const REJECTED_FOR_MS = DAY_MS
/** How long the outcome of a released one is awaited, before a person can be asked again (ms). */
export const RELEASED_FOR_MS = 60_000
/** How long the same unsigned transaction counts as sent (ms): later, the same payment is meant again. */
export const FORWARDED_FOR_MS = 15 * 60_000

/** @param now of the `DeadlineClock` (ms) */
export function stateOf(row: Pick<HoldRow, 'state' | 'set_at' | 'expires_at'>, now: number): HoldState {
  return isOpen(row) && !isInForce(row, now) ? 'expired' : row.state
}

/** Whether it waits for a decision, or for the use of one. */
export function isOpen({ state }: Pick<HoldRow, 'state'>): boolean {
  return state === 'held' || state === 'approved'
}

/** Whether it answers a new request for the same content: what was shown to who approves covers nothing worse. */
export function answers(row: HoldRow, parts: readonly HoldPart[], now: number): boolean {
  if (!isInForce(row, now)) return false
  if (row.state === 'forwarded') return row.kind !== 'signature'
  if (!isOpen(row)) return true
  const shown = JSON.parse(row.parts) as HoldPart[]
  return parts.every((part, index) => covers(shown[index], part)) && approvalsOf(parts) <= row.approvals
}

/** How many keys approve it as a policy holds it; 0: none does. */
export function approvalsOf(parts: readonly HoldPart[]): number {
  return Math.max(0, ...parts.flatMap(({ policies = [] }) => policies.map(({ approvals = 1 }) => approvals)))
}

/**
 * The same risk or none for no other reason, with no worse verdict and no higher score, held by no other clause of a policy. Reasons are compared by their rules: texts
 * and weak reasons change with what sources and nodes say.
 */
function covers(shown: HoldPart | undefined, part: HoldPart): boolean {
  return (
    shown !== undefined &&
    isAtLeast(shown.verdict, part.verdict) &&
    part.combinedScore <= shown.combinedScore &&
    (part.subCategory === shown.subCategory || part.subCategory === '') &&
    part.rules.every((rule) => shown.rules.includes(rule)) &&
    (part.policies ?? []).every(({ policy, clause }) =>
      shown.policies?.some((known) => known.policy === policy && known.clause === clause),
    )
  )
}

/** The earlier hold whose outcome a new one has to name: it may be sent. */
export function unknownBefore(last: HoldRow | undefined): string | null {
  if (last === undefined || last.state === 'forwarded') return null
  return last.state === 'released' ? last.id : last.unknown_before
}

import type { ValidationResult } from '../../api/schemas/transaction.ts'
import { type Status, statusOf } from '../../api/vocabulary.ts'
import { exitCodes } from '../../cli/exit-codes.ts'
import type { Paint } from '../../cli/output/paint.ts'

/** The verdict for people: BLOCKED where enforced, otherwise the band of the score; no data is not SAFE. */
export type Verdict = 'BLOCKED' | Status | 'NO DATA'

/** From the most lenient to the strictest gate of `--fail-on`. */
export const gates = ['never', 'blocked', 'unsafe', 'warning', 'no-data'] as const
export type Gate = (typeof gates)[number]

export function verdictOf(result: ValidationResult): Verdict {
  if (!result.valid) return 'BLOCKED'
  const status = statusOf(result.combinedScore)
  return status === 'SAFE' && hasNoData(result) ? 'NO DATA' : status
}

/** A service without coverage shows no data as score 0 without a finding or a list entry. */
function hasNoData(result: ValidationResult): boolean {
  if (result.coverage !== undefined) return result.coverage === 'none'
  const listed = (result.controlLists ?? []).length > 0
  return result.combinedScore === 0 && !result.combinedScoreDetails?.subCategory && !listed
}

/** A verdict has one colour everywhere. */
export function toneOf(verdict: Verdict, paint: Paint): (text: string) => string {
  if (verdict === 'SAFE') return paint.good
  return verdict === 'WARNING' || verdict === 'NO DATA' ? paint.warn : paint.bad
}

const severities: readonly Verdict[] = ['SAFE', 'NO DATA', 'WARNING', 'UNSAFE', 'BLOCKED']
const lowestRefused: Readonly<Record<Gate, Verdict | undefined>> = {
  never: undefined,
  blocked: 'BLOCKED',
  unsafe: 'UNSAFE',
  warning: 'WARNING',
  'no-data': 'NO DATA',
}

const codes: Readonly<Record<Verdict, number>> = {
  SAFE: exitCodes.ok,
  'NO DATA': exitCodes.warning,
  WARNING: exitCodes.warning,
  UNSAFE: exitCodes.unsafe,
  BLOCKED: exitCodes.blocked,
}

/** 0 when the gate accepts the verdict, otherwise the verdict's own code. */
export function gateExitCode(verdict: Verdict, gate: Gate): number {
  const refused = lowestRefused[gate]
  if (refused === undefined || severities.indexOf(verdict) < severities.indexOf(refused)) return exitCodes.ok
  return codes[verdict]
}

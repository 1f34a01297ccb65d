import type { ValidationResult } from '../../api/schemas/transaction.ts'
import { type Status, statusOf } from '../../api/vocabulary.ts'
import { exitCodes } from '../../cli/exit-codes.ts'
import type { Paint } from '../../cli/output/paint.ts'

/** What a person is told: the enforcement where it blocks, otherwise the band; nothing known is not safe. */
export type Verdict = 'BLOCKED' | Status | 'NO DATA'

/** From the mildest to the strictest gate of `--fail-on`. */
export const gates = ['never', 'blocked', 'unsafe', 'warning', 'no-data'] as const
export type Gate = (typeof gates)[number]

export function verdictOf(result: ValidationResult): Verdict {
  if (!result.valid) return 'BLOCKED'
  const status = statusOf(result.combinedScore)
  return status === 'SAFE' && knowsNothing(result) ? 'NO DATA' : status
}

/** A service that does not speak of coverage shows it by a score of nothing, found by nobody, on no list. */
function knowsNothing(result: ValidationResult): boolean {
  if (result.coverage !== undefined) return result.coverage === 'none'
  const listed = (result.controlLists ?? []).length > 0
  return result.combinedScore === 0 && !result.combinedScoreDetails?.subCategory && !listed
}

/** The same colour wherever a verdict stands. */
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

/** 0 when the gate lets the verdict pass, otherwise the verdict's own code. */
export function gateExitCode(verdict: Verdict, gate: Gate): number {
  const refused = lowestRefused[gate]
  if (refused === undefined || severities.indexOf(verdict) < severities.indexOf(refused)) return exitCodes.ok
  return codes[verdict]
}

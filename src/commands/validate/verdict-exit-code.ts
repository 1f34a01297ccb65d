import type { PolicyResult } from '../../api/policies/results.ts'
import { isAtLeast, type Verdict, verdictTone } from '../../api/verdict.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import type { Paint } from '../../cli/output/paint.ts'

/** From the most lenient to the strictest gate of `--fail-on`. */
export const gates = ['never', 'blocked', 'unsafe', 'warning', 'no-data'] as const
export type VerdictGate = (typeof gates)[number]

/** Of a command without `--fail-on`. */
export const DEFAULT_GATE: VerdictGate = 'unsafe'

/** A verdict has one colour everywhere. */
export function toneOf(verdict: Verdict, paint: Paint): (text: string) => string {
  return paint[verdictTone(verdict)]
}

/** Of a column of verdicts. */
export function paintVerdict(text: string, { verdict }: { readonly verdict: Verdict }, paint: Paint): string {
  return toneOf(verdict, paint)(text)
}

export const lowestRefused = {
  never: undefined,
  blocked: 'BLOCKED',
  unsafe: 'UNSAFE',
  warning: 'WARNING',
  'no-data': 'NO DATA',
} as const satisfies Readonly<Record<VerdictGate, Verdict | undefined>>

const codes: Readonly<Record<Verdict, number>> = {
  SAFE: exitCodes.ok,
  'NO DATA': exitCodes.warning,
  WARNING: exitCodes.warning,
  UNSAFE: exitCodes.unsafe,
  BLOCKED: exitCodes.blocked,
}

/** 0 when the gate accepts the verdict, otherwise the verdict's own code. */
export function gateExitCode(verdict: Verdict, gate: VerdictGate = DEFAULT_GATE): number {
  const refused = lowestRefused[gate]
  if (refused === undefined || !isAtLeast(verdict, refused)) return exitCodes.ok
  return codes[verdict]
}

/** The colour of what a policy says. */
export const resultTone = { allow: 'good', hold: 'warn', deny: 'bad' } as const satisfies Readonly<
  Record<PolicyResult, keyof Paint>
>

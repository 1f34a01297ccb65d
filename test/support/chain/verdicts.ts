import type { ValidationResult } from '../../../src/api/schemas/transaction.ts'
import { type Verdict, verdictOf, verdicts } from '../../../src/api/verdict.ts'
import type { Drain, RightVerdict } from './drains.ts'
import type { Tx } from './test-chain.ts'

/** The body of the request for a transaction. */
export function requestOf({ value = 0n, ...tx }: Tx): object {
  return { transaction: { chainId: '1', ...tx, value: String(value) }, trackNonce: false }
}

/** Verdict aside from enforcement, and what says why. */
export interface Judged {
  readonly verdict: Verdict
  readonly score: number
  /** Those with points. */
  readonly reasons: readonly string[]
  /** What is missing, and how the simulation ended where it failed. */
  readonly unread: readonly string[]
  /** What happens, in words; decides nothing here. */
  readonly summary: string | undefined
}

export function judged(result: ValidationResult): Judged {
  const { explanation, simulation } = result
  const reasons = explanation?.reasons.filter(({ points }) => points > 0) ?? []
  return {
    verdict: verdictOf({ ...result, valid: true }),
    score: result.combinedScore,
    reasons: reasons.map(({ rule, points, text }) => `${points} ${rule}: ${text}`),
    unread: [
      ...(explanation?.missing ?? []),
      ...(simulation && simulation.status !== 'ok' ? [`${simulation.status}: ${simulation.reason}`] : []),
    ],
    summary: simulation?.summary,
  }
}

const rank = (verdict: Verdict) => verdicts.indexOf(verdict)

/** Whether a verdict says of a pattern what it has to. */
export function isRight(
  { verdict, reasons, unread }: Judged,
  { atLeast, orCannotJudge = false, says }: RightVerdict,
): boolean {
  if (rank(verdict) >= rank(atLeast)) return reasons.some((line) => says.test(line))
  return orCannotJudge && verdict === 'NO DATA' && unread.some((line) => says.test(line))
}

/** Patterns of which every variant is found. */
export function patternsFound(found: ReadonlyMap<Drain, boolean>): string[] {
  const missed = new Set(Array.from(found, ([{ pattern }, isFound]) => (isFound ? undefined : pattern)))
  return [...new Set(Array.from(found.keys(), ({ pattern }) => pattern))].filter((pattern) => !missed.has(pattern))
}

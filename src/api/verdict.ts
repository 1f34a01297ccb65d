import type { TransactionSummary } from './schemas/extensions.ts'
import type { ValidationResult } from './schemas/transaction.ts'
import { statusOf } from './vocabulary.ts'

/**
 * The answer to a validation, from the most lenient to the strictest: BLOCKED where enforced, otherwise the band of the
 * score; NO DATA where the score is in the SAFE band only because nothing is known, or nothing but the age of a contract.
 * Ours: the interface has bands only.
 */
export const verdicts = ['SAFE', 'NO DATA', 'WARNING', 'UNSAFE', 'BLOCKED'] as const
export type Verdict = (typeof verdicts)[number]

/** Whether it is as strict as the other one, or stricter. */
export function isAtLeast(verdict: Verdict, other: Verdict): boolean {
  return verdicts.indexOf(verdict) >= verdicts.indexOf(other)
}

/** Grows with the verdict, and within a verdict with the score (0–100). */
export function verdictRank(verdict: Verdict, combinedScore: number): number {
  return verdicts.indexOf(verdict) * 101 + combinedScore
}

/** The item with the worst verdict; of several, the first one with the highest score. Throws Error without items. */
export function worstOf<T>(
  items: readonly T[],
  judgementOf: (item: T) => { readonly verdict: Verdict; readonly combinedScore: number },
): T {
  const rankOf = (item: T) => {
    const { verdict, combinedScore } = judgementOf(item)
    return verdictRank(verdict, combinedScore)
  }
  const [worst] = items.toSorted((one, other) => rankOf(other) - rankOf(one))
  if (worst === undefined) throw new Error('nothing was validated')
  return worst
}

/** A verdict aside from enforcement. */
export const verdictStatuses = ['SAFE', 'NO DATA', 'WARNING', 'UNSAFE'] as const satisfies readonly Verdict[]
export type VerdictStatus = (typeof verdictStatuses)[number]

type VerdictMembers = Pick<
  ValidationResult,
  'valid' | 'combinedScore' | 'coverage' | 'knownByAgeOnly' | 'combinedScoreDetails' | 'controlLists'
>

/** The one place that decides whether a result is SAFE or NO DATA. */
export function verdictOf(result: VerdictMembers): Verdict {
  if (!result.valid) return 'BLOCKED'
  const status = statusOf(result.combinedScore)
  return status === 'SAFE' && hasNoData(result) ? 'NO DATA' : status
}

/** The verdict of a stored validation, as `validate` showed it. */
export function recordedVerdict({ subCategory, ...row }: TransactionSummary): Verdict {
  const { valid, combinedScore, coverage, knownByAgeOnly } = row
  return verdictOf({
    valid,
    combinedScore,
    ...(coverage !== undefined && { coverage }),
    ...(knownByAgeOnly && { knownByAgeOnly }),
    combinedScoreDetails: { value: 0, category: '', subCategory, subCategoryDescription: '' },
  })
}

/** The verdict; of a blocked transaction, the band of its score. */
export function verdictStatusOf(result: VerdictMembers): VerdictStatus {
  const verdict = verdictOf(result)
  return verdict === 'BLOCKED' ? statusOf(result.combinedScore) : verdict
}

/** A service without coverage shows no data as score 0 without a finding or a list entry. */
function hasNoData(result: VerdictMembers): boolean {
  if (result.knownByAgeOnly) return true
  if (result.coverage !== undefined) return result.coverage === 'none' || result.coverage === 'simulated'
  const listed = (result.controlLists ?? []).length > 0
  return result.combinedScore === 0 && !result.combinedScoreDetails?.subCategory && !listed
}

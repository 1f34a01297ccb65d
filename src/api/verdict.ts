import type { ValidationResult } from './schemas/transaction.ts'
import { type Enforcement, statusOf } from './vocabulary.ts'

/**
 * The answer to a validation, from the most lenient to the strictest: BLOCKED where enforced, otherwise the band of the
 * score; NO DATA where the score is in the SAFE band only because nothing is known, or nothing but the age of a contract.
 * Ours: the interface has bands only.
 */
export const verdicts = ['SAFE', 'NO DATA', 'WARNING', 'UNSAFE', 'BLOCKED'] as const
export type Verdict = (typeof verdicts)[number]

/** What a row of a batch has: an address that is only looked up in lists is LISTED, which counts as BLOCKED, or NO DATA. */
export const rowVerdicts = ['SAFE', 'NO DATA', 'WARNING', 'UNSAFE', 'LISTED', 'BLOCKED'] as const
export type RowVerdict = (typeof rowVerdicts)[number]

export function asVerdict(verdict: RowVerdict): Verdict {
  return verdict === 'LISTED' ? 'BLOCKED' : verdict
}

/** The verdicts of the bands as words of the command line. */
export const bandWords = ['safe', 'no-data', 'warning', 'unsafe'] as const

/** Whether it is as strict as the other one, or stricter. */
export function isAtLeast(verdict: Verdict, other: Verdict): boolean {
  return verdicts.indexOf(verdict) >= verdicts.indexOf(other)
}

/** How serious it is, for what has three grades: colours, decisions. */
export type VerdictTone = 'good' | 'warn' | 'bad'
export function verdictTone(verdict: Verdict): VerdictTone {
  if (verdict === 'SAFE') return 'good'
  return isAtLeast(verdict, 'UNSAFE') ? 'bad' : 'warn'
}

/** Returns the worst of the verdicts; it needs at least one, because without a verdict nothing is SAFE. */
export function strictest(some: readonly [Verdict, ...Verdict[]]): Verdict {
  return some.reduce((worst, each) => (isAtLeast(each, worst) ? each : worst))
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

/** The verdict where its band and its enforcement are known apart. */
export function enforcedVerdict(status: VerdictStatus, enforcement: Enforcement): Verdict {
  return enforcement === 'BLOCKED' ? 'BLOCKED' : status
}

/** A verdict aside from enforcement. */
export const verdictStatuses = ['SAFE', 'NO DATA', 'WARNING', 'UNSAFE'] as const satisfies readonly Verdict[]
export type VerdictStatus = (typeof verdictStatuses)[number]

type VerdictMembers = Pick<
  ValidationResult,
  'valid' | 'combinedScore' | 'coverage' | 'knownByAgeOnly' | 'combinedScoreDetails' | 'controlLists'
>

/** What a list of validations has of each. */
type RecordedMembers = Pick<VerdictMembers, 'valid' | 'combinedScore' | 'coverage' | 'knownByAgeOnly'> & {
  readonly subCategory: string
}

/** The rank of the verdict of an answer. */
export function resultRank(result: VerdictMembers): number {
  return verdictRank(verdictOf(result), result.combinedScore)
}

export function verdictOf(result: VerdictMembers): Verdict {
  return result.valid ? verdictStatusOf(result) : 'BLOCKED'
}

/** The members with their verdict as the first one, in place of one that they have. */
export function withVerdict<T extends object>(members: T, verdict: Verdict): T & { readonly verdict: Verdict } {
  return Object.assign({ verdict }, members, { verdict })
}

/** The verdict of a stored validation, as `validate` showed it. */
export function recordedVerdict(row: RecordedMembers): Verdict {
  const { valid, combinedScore, coverage, knownByAgeOnly, subCategory } = row
  return verdictOf({
    valid,
    combinedScore,
    coverage,
    ...(knownByAgeOnly && { knownByAgeOnly }),
    combinedScoreDetails: { value: 0, category: '', subCategory, subCategoryDescription: '' },
  })
}

/** The verdict aside from enforcement. The one place that decides whether a result is SAFE or NO DATA. */
export function verdictStatusOf(result: Omit<VerdictMembers, 'valid'>): VerdictStatus {
  const status = statusOf(result.combinedScore)
  return status === 'SAFE' && hasNoData(result) ? 'NO DATA' : status
}

/** A service without coverage shows no data as score 0 without a finding or a list entry. */
function hasNoData(result: Omit<VerdictMembers, 'valid'>): boolean {
  if (result.knownByAgeOnly) return true
  if (result.coverage !== undefined) return result.coverage === 'none' || result.coverage === 'simulated'
  const listed = (result.controlLists ?? []).length > 0
  return result.combinedScore === 0 && !result.combinedScoreDetails?.subCategory && !listed
}

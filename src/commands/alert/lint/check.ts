import type { Finding, LintFacts, Rule } from './facts.ts'
import {
  allFlagsOff,
  duplicates,
  excludedCategories,
  lossWithoutPrices,
  nothingMonitored,
  reversedRange,
} from './filters.ts'
import { allowedAndBlocked } from './lists.ts'
import { unheard, unusedDestination } from './receivers.ts'
import { impossibleScores } from './scores.ts'

const rules: readonly Rule[] = [
  allFlagsOff,
  reversedRange,
  impossibleScores,
  excludedCategories,
  lossWithoutPrices,
  nothingMonitored,
  unheard,
  duplicates,
  unusedDestination,
  allowedAndBlocked,
]

/** Errors first. Pure. */
export function lint(facts: LintFacts): Finding[] {
  const findings = rules.flatMap((rule) => rule(facts))
  return findings.toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'))
}

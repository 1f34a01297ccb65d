import type { Alert, TransactionFilter } from '../../../api/schemas/alert.ts'
import { type VerdictStatus, verdictStatuses } from '../../../api/verdict.ts'
import { bandFloors, type Status, statuses } from '../../../api/vocabulary.ts'
import { quoteWord } from '../../../shared/text/quote-word.ts'
import { aboutAlert, type LintFacts, type LintFinding, type Rule } from './facts.ts'

const HIGHEST = 100
/** The score of a BLOCK entry. */
const BLOCK_ENTRY = 100

type Scores = ReadonlySet<number>

/** There are only 101 scores, so conditions are checked by enumeration. */
const everyScore = Array.from({ length: HIGHEST + 1 }, (_, score) => score)

/** No score satisfies all conditions of the filter. */
export const impossibleScores: Rule = ({ alerts, blockThreshold }) =>
  alerts.flatMap((alert) => {
    const filter = alert.transactionFilter ?? {}
    if (saysNothing(filter)) return []
    const parts = clausesOf(filter, blockThreshold)
    const left = everyScore.filter((score) => parts.every(({ scores }) => scores.has(score)))
    if (left.length > 0) return []
    return complaint(alert, parts.map(({ text }) => text).join(', '))
  })

/** Other rules report reversed ranges and configurations without any flag set. */
function saysNothing(filter: TransactionFilter): boolean {
  const { validationStatusConfiguration: bands, validationEnforcementConfiguration: outcomes } = filter
  return (
    (bands != null && !Object.values(bands).includes(true)) ||
    (outcomes != null && !Object.values(outcomes).includes(true)) ||
    (filter.fromScore ?? 0) > (filter.toScore ?? HIGHEST)
  )
}

interface Clause {
  readonly text: string
  /** The scores that satisfy it. */
  readonly scores: Scores
}

function clausesOf(filter: TransactionFilter, threshold: LintFacts['blockThreshold']): Clause[] {
  return [rangeClause(filter), bandClause(filter), findingClause(filter), ...outcomeClause(filter, threshold)].filter(
    ({ scores }) => scores.size < everyScore.length,
  )
}

function rangeClause({ fromScore, toScore }: TransactionFilter): Clause {
  const [from, to] = [fromScore ?? 0, toScore ?? HIGHEST]
  return { text: `score ${from}–${to}`, scores: scoresWhere((score) => score >= from && score <= to) }
}

function bandClause({ validationStatusConfiguration: flags }: TransactionFilter): Clause {
  const on: Readonly<Record<VerdictStatus, boolean>> = {
    SAFE: flags?.alertOnSafe === true,
    'NO DATA': flags?.alertOnNoData === true,
    WARNING: flags?.alertOnWarning === true,
    UNSAFE: flags?.alertOnUnsafe === true,
  }
  const chosen = flags == null ? statuses : verdictStatuses.filter((status) => on[status])
  const text = chosen.map((status) => `${status} (${bandText(bandOf(status))})`).join(' or ')
  return { text, scores: scoresWhere((score) => chosen.some((status) => isIn(bandOf(status), score))) }
}

function bandOf(status: VerdictStatus): Status {
  return status === 'NO DATA' ? 'SAFE' : status
}

function isIn(status: Status, score: number): boolean {
  return score >= bandFloors[status] && score <= bandCeiling(status)
}

function bandCeiling(status: Status): number {
  const next = statuses[statuses.indexOf(status) + 1]
  return next === undefined ? HIGHEST : bandFloors[next] - 1
}

function bandText(status: Status): string {
  return `${bandFloors[status]}–${bandCeiling(status)}`
}

/** Only findings of at least 31 have a category that matches, and the score is the highest finding. */
function findingClause({ categories, subCategories }: TransactionFilter): Clause {
  const asks = (categories ?? []).length > 0 || (subCategories ?? []).length > 0
  const lowest = asks ? bandFloors.WARNING : 0
  return { text: `a category (score ${lowest} or more)`, scores: scoresWhere((score) => score >= lowest) }
}

/** A transaction is blocked by the threshold or by a BLOCK entry. */
function outcomeClause(
  { validationEnforcementConfiguration: flags }: TransactionFilter,
  threshold: number | undefined,
): Clause[] {
  if (flags == null || threshold === undefined) return []
  const { alertOnPassed: passed, alertOnBlocked: blocked } = flags
  const from = Math.min(threshold, BLOCK_ENTRY)
  const words = [passed && `PASSED (below ${threshold})`, blocked && `BLOCKED (${from} or more)`].filter(Boolean)
  const scores = scoresWhere((score) => (passed === true && score < threshold) || (blocked === true && score >= from))
  return [{ text: words.join(' or '), scores }]
}

function scoresWhere(holds: (score: number) => boolean): Scores {
  return new Set(everyScore.filter(holds))
}

function complaint(alert: Alert, clauses: string): LintFinding {
  return aboutAlert(alert, {
    level: 'error',
    rule: 'impossible-scores',
    text: `no score satisfies ${clauses}: it never fires`,
    try: `txwarden alert update ${quoteWord(alert.alertId)} --on <bands>`,
  })
}

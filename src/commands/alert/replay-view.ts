import type { AlertClause, AlertReplay } from '../../api/schemas/delivery.ts'
import { chainName } from '../../api/text/chains.ts'
import type { View } from '../../cli/output/view.ts'
import { quietTexts } from '../steps/quiet-text.ts'

type Replayed = AlertReplay['transactions'][number]

export const replayView: View<Replayed> = {
  verdict: ({ verdict }) => verdict,
  columns: [
    { field: 'svcTxId', header: 'ID', kind: 'whole-id', importance: 6 },
    {
      field: 'matched',
      header: 'ALERT',
      leads: true,
      importance: 9,
      show: ({ matched }) => (matched ? 'fires' : 'no'),
      paint: (text, { matched }, paint) => (matched ? paint.good(text) : paint.dim(text)),
    },
    { field: 'createdAt', header: 'WHEN', kind: 'time', importance: 7 },
    { field: 'chainId', header: 'CHAIN', importance: 4, show: ({ chainId }) => chainName(chainId) },
    { field: 'status', header: 'STATUS' },
    { field: 'enforcement', header: 'ENFORCEMENT', importance: 4 },
    { field: 'combinedScore', header: 'SCORE', importance: 8 },
    {
      field: 'rejectedBy',
      header: 'REJECTED BY',
      importance: 7,
      value: (row) => firstMiss(row)?.clause ?? '',
      show: (row) => conditionText(firstMiss(row)?.clause ?? ''),
    },
    { field: 'why', header: 'WHY', importance: 8, value: whyText },
  ],
}

/** Why it does not fire, or why its message came in no message of its own. */
function whyText(row: Replayed): string {
  const quiet = quietTexts(row, (iso) => `${iso.slice(0, 16).replace('T', ' ')} UTC`)
  return firstMiss(row)?.text ?? quiet.map(({ text }) => text).join('; ')
}

/** The condition that rejected it: the first that does not hold. */
function firstMiss({ clauses }: Replayed): AlertClause | undefined {
  return clauses.find((clause) => !clause.matched)
}

/** Misses that people see beside the matches. */
const NEAREST = 5

/** Matches first; each group keeps its order, newest first. */
export function hitsFirst(transactions: readonly Replayed[]): Replayed[] {
  return transactions.toSorted((a, b) => Number(b.matched) - Number(a.matched))
}

/** Matches, and the misses that came nearest: the fewest conditions failed, then by score. */
export function hitsAndNearest(transactions: readonly Replayed[]): Replayed[] {
  const misses = transactions.filter(({ matched }) => !matched)
  const nearest = misses.toSorted((a, b) => failed(a) - failed(b) || scoreRank(b) - scoreRank(a))
  return [...transactions.filter(({ matched }) => matched), ...nearest.slice(0, NEAREST)]
}

function failed({ clauses }: Replayed): number {
  return clauses.filter(({ matched }) => !matched).length
}

/** What is above the highest score comes near from above. */
function scoreRank(row: Replayed): number {
  return firstMiss(row)?.clause === 'toScore' ? -row.combinedScore : row.combinedScore
}

/** The flag of a condition, as in `alert update`. */
const flags: Readonly<Record<string, string>> = {
  alertType: '--type',
  validationStatusConfiguration: '--on',
  validationEnforcementConfiguration: '--when',
  fromScore: '--from-score',
  toScore: '--to-score',
  fromTotalLoss: '--from-loss',
  toTotalLoss: '--to-loss',
  categories: '--category',
  subCategories: '--sub-category',
  chainIds: '--chain',
  kinds: '--kinds',
  minUsd: '--min-usd',
  monitored: 'no monitored address',
}

function conditionText(clause: string): string {
  return flags[clause] ?? clause
}

/** " Rejected by --from-score: 80, --chain: 3." */
export function missesText({ transactions }: AlertReplay): string {
  const misses = Map.groupBy(
    transactions.filter(({ matched }) => !matched),
    (row) => firstMiss(row)?.clause ?? '',
  )
  const counts = Array.from(misses, ([clause, rows]) => ({ clause, count: rows.length }))
  if (counts.length === 0) return ''
  const commonest = counts.sort((a, b) => b.count - a.count)
  return ` Rejected by ${commonest.map(({ clause, count }) => `${conditionText(clause)}: ${count}`).join(', ')}.`
}

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
    { field: 'rejectedBy', header: 'REJECTED BY', importance: 4, value: (row) => firstMiss(row)?.clause ?? '' },
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

/** Matches first; each group keeps its order, newest first. */
export function hitsFirst(transactions: readonly Replayed[]): Replayed[] {
  return transactions.toSorted((a, b) => Number(b.matched) - Number(a.matched))
}

/** " Rejected by fromScore 80, chainIds 3." */
export function missesText({ transactions }: AlertReplay): string {
  const misses = Map.groupBy(
    transactions.filter(({ matched }) => !matched),
    (row) => firstMiss(row)?.clause ?? '',
  )
  const counts = Array.from(misses, ([clause, rows]) => ({ clause, count: rows.length }))
  if (counts.length === 0) return ''
  const commonest = counts.sort((a, b) => b.count - a.count)
  return ` Rejected by ${commonest.map(({ clause, count }) => `${clause} ${count}`).join(', ')}.`
}

import { chainById } from '../../api/chains.ts'
import type { AlertClause, AlertReplay } from '../../api/schemas/delivery.ts'
import { timeText } from '../../cli/output/time.ts'
import type { View } from '../../cli/output/view.ts'

type Replayed = AlertReplay['transactions'][number]

export const replayView: View<Replayed> = {
  columns: [
    { field: 'svcTxId', header: 'ID' },
    {
      field: 'matched',
      header: 'ALERT',
      show: ({ matched }) => (matched ? 'fires' : 'no'),
      paint: (text, { matched }, paint) => (matched ? paint.good(text) : paint.dim(text)),
    },
    { field: 'createdAt', header: 'AT', show: (row) => timeText(row.createdAt) },
    { field: 'chainId', header: 'CHAIN', show: ({ chainId }) => chainById(chainId)?.name ?? chainId },
    { field: 'status', header: 'STATUS' },
    { field: 'enforcement', header: 'ENFORCEMENT' },
    { field: 'combinedScore', header: 'SCORE' },
    { field: 'rejectedBy', header: 'REJECTED BY', value: (row) => firstMiss(row)?.clause ?? '' },
    { field: 'why', header: 'WHY', value: (row) => firstMiss(row)?.text ?? '' },
  ],
}

/** The clause that rejected it: the first that does not hold. */
function firstMiss({ clauses }: Replayed): AlertClause | undefined {
  return clauses.find((clause) => !clause.matched)
}

/** Each newest first. */
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

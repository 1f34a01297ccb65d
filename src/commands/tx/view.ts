import type { TransactionSummary } from '../../api/schemas/extensions.ts'
import { timeText } from '../../cli/output/time.ts'
import type { View } from '../../cli/output/view.ts'
import { chainName } from '../monitor/view.ts'
import { toneOf, type Verdict, verdictOf } from '../validate/verdict-exit-code.ts'

export const transactionView: View<TransactionSummary> = {
  columns: [
    { field: 'svcTxId', header: 'ID' },
    {
      field: 'verdict',
      header: 'VERDICT',
      value: recordedVerdict,
      paint: (text, row, paint) => toneOf(recordedVerdict(row), paint)(text),
    },
    { field: 'combinedScore', header: 'SCORE' },
    { field: 'subCategory', header: 'SUBCATEGORY' },
    { field: 'chainId', header: 'CHAIN', show: (row) => chainName(row.chainId) },
    { field: 'to', header: 'TO', show: (row) => row.to ?? 'a new contract' },
    {
      field: 'createdAt',
      header: 'AT',
      show: (row) => timeText(row.createdAt),
      paint: (text, _, paint) => paint.dim(text),
    },
    { field: 'from', header: 'FROM', cardOnly: true },
    { field: 'value', header: 'VALUE', cardOnly: true },
    { field: 'product', header: 'PRODUCT', cardOnly: true },
    { field: 'transactionId', header: 'TRANSACTION', cardOnly: true },
    { field: 'blockNumber', header: 'BLOCK', cardOnly: true },
    { field: 'blockTime', header: 'BLOCK TIME', cardOnly: true },
  ],
}

/** The verdict that it was given, as validate told it. */
export function recordedVerdict({ valid, combinedScore, subCategory, coverage }: TransactionSummary): Verdict {
  return verdictOf({
    valid,
    combinedScore,
    ...(coverage !== undefined && { coverage }),
    combinedScoreDetails: { value: 0, category: '', subCategory, subCategoryDescription: '' },
  })
}

import type { ValidationResult } from '../../api/schemas/transaction.ts'
import type { View } from '../../cli/output/view.ts'
import type { Rechecked } from './since.ts'

export const resultView: View<ValidationResult> = {
  optional: ['error', 'payload', 'totalLossUsd'],
  columns: [
    { field: 'verdict', header: 'VERDICT' },
    { field: 'combinedScore', header: 'SCORE' },
    { field: 'combinedScoreDetails.category', header: 'CATEGORY' },
    { field: 'combinedScoreDetails.subCategory', header: 'SUBCATEGORY' },
    { field: 'svcTxId', header: 'ID' },
    { field: 'error', header: 'ERROR' },
  ],
}

/** Columns for a validation that asks for a signed payload. */
export const signedView: View<ValidationResult> = {
  ...resultView,
  columns: [...resultView.columns, { field: 'payload', header: 'PAYLOAD' }],
}

/** Columns for a second validation of a transaction. */
export const recheckView: View<Rechecked> = {
  ...resultView,
  columns: [
    ...resultView.columns,
    { field: 'since.verdict', header: 'WAS' },
    { field: 'changes', header: 'CHANGES', value: ({ since }) => since?.changes.length ?? 0 },
    { field: 'payload', header: 'PAYLOAD' },
  ],
}

/** A message is not stored, so it has no id. */
export const messageView: View<ValidationResult> = {
  ...resultView,
  columns: resultView.columns.filter(({ header }) => header !== 'ID'),
}

import { timeText } from '../../cli/output/time.ts'
import type { View } from '../../cli/output/view.ts'

/** A key of the local service as its administration lists it. */
export interface KeyRow {
  readonly id: string
  readonly kind: string
  readonly hint: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

export const keyView: View<KeyRow> = {
  columns: [
    { field: 'hint', header: 'KEY' },
    { field: 'kind', header: 'KIND' },
    {
      field: 'revokedAt',
      header: 'STATE',
      show: (row) => (row.revokedAt === null ? 'active' : `revoked ${timeText(row.revokedAt)}`),
      paint: (text, row, paint) => (row.revokedAt === null ? paint.good(text) : paint.dim(text)),
    },
    { field: 'lastUsedAt', header: 'LAST USED', show: (row) => timeText(row.lastUsedAt) || 'never' },
    { field: 'createdAt', header: 'CREATED', show: (row) => timeText(row.createdAt) },
    { field: 'id', header: 'ID', paint: (text, _, paint) => paint.dim(text) },
  ],
}

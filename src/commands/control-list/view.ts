import { chainById } from '../../api/chains.ts'
import type { Entry } from '../../api/schemas/control-list.ts'
import { timeText } from '../../cli/output/time.ts'
import type { View } from '../../cli/output/view.ts'

export const entryView: View<Entry> = {
  columns: [
    { field: 'address', header: 'ADDRESS' },
    {
      field: 'type',
      header: 'TYPE',
      paint: (text, row, paint) => (row.type === 'BLOCK' ? paint.bad(text) : paint.good(text)),
    },
    { field: 'productType', header: 'PRODUCT' },
    { field: 'chainIds', header: 'CHAINS', show: (row) => chainsText(row.chainIds) },
    { field: 'id', header: 'ID', paint: (text, _, paint) => paint.dim(text) },
    { field: 'createdAt', header: 'CREATED', show: (row) => timeText(row.createdAt) },
    { field: 'lastUpdatedAt', header: 'UPDATED', show: (row) => timeText(row.lastUpdatedAt), cardOnly: true },
  ],
}

/** "every chain", or names where we know them. */
export function chainsText(ids: readonly string[] = []): string {
  return ids.length === 0 ? 'every chain' : ids.map((id) => chainById(id)?.name ?? id).join(', ')
}

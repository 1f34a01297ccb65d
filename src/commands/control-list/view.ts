import type { Entry } from '../../api/schemas/control-list.ts'
import { chainName } from '../../api/text/chains.ts'
import type { View } from '../../cli/output/view.ts'

export const entryView: View<Entry> = {
  columns: [
    { field: 'address', header: 'ADDRESS', kind: 'address', importance: 8 },
    {
      field: 'type',
      header: 'TYPE',
      leads: true,
      importance: 9,
      paint: (text, row, paint) => (row.type === 'BLOCK' ? paint.bad(text) : paint.good(text)),
    },
    { field: 'productType', header: 'PRODUCT', importance: 4 },
    { field: 'chainIds', header: 'CHAINS', importance: 6, show: (row) => chainsText(row.chainIds) },
    { field: 'id', header: 'ID', kind: 'id', importance: 8, paint: (text, _, paint) => paint.dim(text) },
    { field: 'createdAt', header: 'CREATED', kind: 'time', importance: 3 },
    { field: 'lastUpdatedAt', header: 'UPDATED', kind: 'time', importance: 0 },
  ],
}

/** "every chain", or names where we know them. */
export function chainsText(ids: readonly string[] = []): string {
  return ids.length === 0 ? 'every chain' : ids.map((id) => chainName(id)).join(', ')
}

import { chainById } from '../../api/chains.ts'
import type { MonitoredAddress } from '../../api/schemas/monitor.ts'
import type { View } from '../../cli/output/view.ts'

export const monitorView: View<MonitoredAddress> = {
  columns: [
    { field: 'address', header: 'ADDRESS' },
    { field: 'name', header: 'NAME' },
    { field: 'chainId', header: 'CHAIN', show: (row) => chainName(row.chainId) },
    {
      field: 'enabled',
      header: 'STATE',
      show: (row) => (row.enabled ? 'enabled' : 'disabled'),
      paint: (text, row, paint) => (row.enabled ? paint.good(text) : paint.dim(text)),
    },
    { field: 'id', header: 'ID', paint: (text, _, paint) => paint.dim(text) },
  ],
}

/** The name where we know one, otherwise the id. */
export function chainName(id: string): string {
  return chainById(id)?.name ?? id
}

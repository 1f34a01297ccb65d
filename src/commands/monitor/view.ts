import type { MonitoredAddress } from '../../api/schemas/monitor.ts'
import { chainName } from '../../api/text/chains.ts'
import type { View } from '../../cli/output/view.ts'

export const monitorView: View<MonitoredAddress> = {
  columns: [
    { field: 'address', header: 'ADDRESS', kind: 'address', importance: 8 },
    { field: 'name', header: 'NAME', leads: true, importance: 9 },
    { field: 'chainId', header: 'CHAIN', importance: 7, show: (row) => chainName(row.chainId) },
    {
      field: 'enabled',
      header: 'STATE',
      importance: 6,
      show: (row) => stateText(row.enabled),
      paint: (text, row, paint) => (row.enabled ? paint.good(text) : paint.dim(text)),
    },
    { field: 'id', header: 'ID', kind: 'id', importance: 8, paint: (text, _, paint) => paint.dim(text) },
    { field: 'kinds', header: 'KINDS', importance: 4, show: ({ kinds = [] }) => kinds.join(', ') },
    { field: 'from', header: 'FROM BLOCK', importance: 3 },
  ],
}

/** Nothing of a row that was not sent. */
export function stateText(enabled: unknown): string {
  return enabled === undefined ? '' : enabled ? 'enabled' : 'disabled'
}

/** The name where we know one, otherwise the id. */

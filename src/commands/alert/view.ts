import type { Alert } from '../../api/schemas/alert.ts'
import type { View } from '../../cli/output/view.ts'
import { firesOnText } from './fires-on.ts'

export const alertView: View<Alert> = {
  columns: [
    { field: 'alertName', header: 'NAME', importance: 9 },
    { field: 'alertType', header: 'TYPE', importance: 4 },
    {
      field: 'isActive',
      header: 'STATE',
      importance: 8,
      show: stateText,
      paint: (text, row, paint) =>
        row.silencedUntil !== undefined ? paint.warn(text) : row.isActive ? paint.good(text) : paint.dim(text),
    },
    { field: 'alertId', header: 'ID', kind: 'id', importance: 8, paint: (text, _, paint) => paint.dim(text) },
    { field: 'transactionFilter', header: 'FIRES ON', importance: 7, show: firesOnText },
    {
      field: 'destinationIds',
      header: 'DESTINATIONS',
      show: (row) => row.destinationIds?.join(', ') || 'none: no message is sent',
      importance: 0,
    },
    { field: 'alertSentCounter', header: 'SENT', importance: 0 },
    { field: 'silencedUntil', header: 'SILENCED UNTIL', kind: 'time', importance: 0 },
  ],
}

function stateText({ isActive, silencedUntil }: Alert, when: (iso: string) => string): string {
  if (!isActive) return 'inactive'
  return silencedUntil === undefined ? 'active' : `silenced, ends ${when(silencedUntil)}`
}

export const createdView: View<{ alertId: string }> = { columns: [{ field: 'alertId', header: 'ID' }] }

import type { Alert } from '../../api/schemas/alert.ts'
import type { View } from '../../cli/output/view.ts'
import { firesOnText } from './fires-on.ts'

export const alertView: View<Alert> = {
  columns: [
    { field: 'alertName', header: 'NAME' },
    { field: 'alertType', header: 'TYPE' },
    {
      field: 'isActive',
      header: 'STATE',
      show: (row) => (row.isActive ? 'active' : 'inactive'),
      paint: (text, row, paint) => (row.isActive ? paint.good(text) : paint.dim(text)),
    },
    { field: 'alertId', header: 'ID', paint: (text, _, paint) => paint.dim(text) },
    { field: 'transactionFilter', header: 'FIRES ON', show: firesOnText },
    {
      field: 'destinationIds',
      header: 'DESTINATIONS',
      show: (row) => row.destinationIds?.join(', ') || 'none: nobody is told',
      cardOnly: true,
    },
    { field: 'alertSentCounter', header: 'SENT', cardOnly: true },
  ],
}

export const createdView: View<{ alertId: string }> = { columns: [{ field: 'alertId', header: 'ID' }] }

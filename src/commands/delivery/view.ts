import type { Delivery } from '../../api/schemas/delivery.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { timeText } from '../../cli/output/time.ts'
import type { View } from '../../cli/output/view.ts'

export const deliveryView: View<Delivery> = {
  columns: [
    { field: 'id', header: 'ID' },
    { field: 'state', header: 'STATE', paint: (text, row, paint) => paintState(text, row.state, paint) },
    { field: 'attempts', header: 'TRIES' },
    { field: 'destinationName', header: 'DESTINATION' },
    { field: 'alertName', header: 'ALERT' },
    { field: 'errorMessage', header: 'LAST ERROR', show: (row) => row.heldBy ?? row.errorMessage },
    {
      field: 'createdAt',
      header: 'AT',
      show: (row) => timeText(row.createdAt),
      paint: (text, _, paint) => paint.dim(text),
    },
    { field: 'channel', header: 'CHANNEL', cardOnly: true },
    { field: 'svcTxId', header: 'VALIDATION', cardOnly: true },
    { field: 'dueAt', header: 'DUE', cardOnly: true },
    { field: 'heldBy', header: 'HELD BY', cardOnly: true },
    { field: 'destinationId', header: 'DESTINATION ID', cardOnly: true },
    { field: 'alertId', header: 'ALERT ID', cardOnly: true },
    { field: 'eventId', header: 'EVENT', cardOnly: true },
  ],
}

export function paintState(text: string, state: Delivery['state'], paint: Paint): string {
  if (state === 'SENT') return paint.good(text)
  return state === 'PENDING' ? paint.warn(text) : paint.bad(text)
}

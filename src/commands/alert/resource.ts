import type { Alert } from '../../api/schemas/alert.ts'
import type { View } from '../../cli/output/view.ts'
import { resource } from '../../cli/resource/resource.ts'
import { withAdditions } from '../steps/addition.ts'
import { firesOnText } from './fires-on.ts'

export const alerts = resource<Alert>({
  command: 'alert',
  noun: 'alert',
  async list(context, _, sending) {
    const client = await context.client()
    return (await client.call('listAlerts', withAdditions, sending)).alerts
  },
  isWhole: true,
  idOf: ({ alertId }) => alertId,
  nameOf: ({ alertName }) => alertName,
  offers: 'names',
  remove: (client, id, sending) => client.call('deleteAlert', { params: { alertConfigurationId: id } }, sending),
  view: {
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
        importance: 8,
      },
      { field: 'alertSentCounter', header: 'SENT', importance: 0 },
      { field: 'silencedUntil', header: 'SILENCED UNTIL', kind: 'time', importance: 0 },
    ],
  },
})

function stateText({ isActive, silencedUntil }: Alert, when: (iso: string) => string): string {
  if (!isActive) return 'inactive'
  return silencedUntil === undefined ? 'active' : `silenced, ends ${when(silencedUntil)}`
}

export const createdView: View<{ alertId: string }> = { columns: [{ field: 'alertId', header: 'ID' }] }

import type { Delivery } from '../../api/schemas/delivery.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { resource } from '../../cli/resource/resource.ts'
import { callAddition } from '../steps/addition.ts'

/** Name of the addition in messages. */
export const LOG = 'delivery log'

export const deliveries = resource<Delivery>({
  command: 'delivery',
  noun: 'delivery',
  plural: 'deliveries',
  async list(context, query, sending) {
    return callAddition(context, LOG, (client) => client.call('listDeliveries', { query }, sending))
  },
  idOf: ({ id }) => id,
  describe: ({ state, alertName, destinationName }) => `${state}, ${alertName} to ${destinationName}`,
  about: ({ state, alertName, destinationName }) => `${state} ${alertName} → ${destinationName}`,
  view: {
    columns: [
      { field: 'id', header: 'ID', kind: 'whole-id', importance: 6 },
      {
        field: 'state',
        header: 'STATE',
        leads: true,
        importance: 9,
        paint: (text, row, paint) => paintState(text, row.state, paint),
      },
      { field: 'attempts', header: 'ATTEMPTS', importance: 4 },
      { field: 'destinationName', header: 'DESTINATION', importance: 8 },
      { field: 'alertName', header: 'ALERT', importance: 7 },
      { field: 'errorMessage', header: 'LAST ERROR', importance: 6, show: (row) => row.heldBy ?? row.errorMessage },
      { field: 'createdAt', header: 'WHEN', kind: 'time', importance: 7, paint: (text, _, paint) => paint.dim(text) },
      { field: 'kind', header: 'ABOUT', importance: 5, show: aboutOf },
      { field: 'channel', header: 'CHANNEL', importance: 0 },
      { field: 'svcTxId', header: 'VALIDATION', importance: 0 },
      { field: 'dueAt', header: 'DUE', importance: 0 },
      { field: 'heldBy', header: 'HELD BY', importance: 0 },
      { field: 'groupId', header: 'DIGEST', importance: 0 },
      { field: 'destinationId', header: 'DESTINATION ID', importance: 0 },
      { field: 'alertId', header: 'ALERT ID', importance: 0 },
      { field: 'eventId', header: 'EVENT', importance: 0 },
    ],
  },
})

/** "allowance-spent, retracted"; '' for a verdict. */
export function aboutOf({ kind, step }: Pick<Delivery, 'kind' | 'step'>): string {
  if (kind === undefined) return ''
  return step === undefined || step === 'included' ? kind : `${kind}, ${step}`
}

export function paintState(text: string, state: Delivery['state'], paint: Paint): string {
  if (state === 'SENT') return paint.good(text)
  if (state === 'GROUPED' || state === 'SILENCED') return paint.dim(text)
  return state === 'PENDING' ? paint.warn(text) : paint.bad(text)
}

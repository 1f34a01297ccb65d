import { flag } from '../../cli/options.ts'
import { destinationKind } from '../steps/find-thing.ts'
import { removeCommand } from '../steps/remove-things.ts'

export const destinationDelete = removeCommand({
  command: 'destination delete',
  summary: 'Delete destinations',
  description: 'Refused while alerts use the destination, or while deliveries to it are pending.',
  what: 'ids or names of the destinations',
  options: { force: flag('cancel pending deliveries') },
  verb: { ask: 'Delete', done: 'Deleted' },
  kind: destinationKind,
  idField: 'destinationId',
  remove(client, id, sending, { force } = {}) {
    const headers = force ? ({ 'x-txwarden-force': 'true' } as const) : {}
    return client.call('deleteDestination', { params: { id }, headers }, sending)
  },
})

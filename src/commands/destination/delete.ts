import { defineCommand } from '../../cli/define.ts'
import { flag, many } from '../../cli/options.ts'
import { destinationKind } from '../steps/find-thing.ts'
import { removeThings } from '../steps/remove-things.ts'

export const destinationDelete = defineCommand({
  name: 'destination delete',
  aliases: ['rm', 'remove'],
  summary: 'Delete destinations',
  description: 'Refused while alerts use the destination, or while deliveries to it are pending.',
  arguments: { id: many('ids or names of the destinations, or - to read them from stdin') },
  options: { force: flag('cancel pending deliveries') },
  examples: [
    { command: 'txwarden destination delete <id>' },
    { command: 'txwarden destination delete <id> <id> --yes', note: 'in a script' },
    { command: 'txwarden destination delete - --yes < ids.txt', note: 'any number of ids, one a line' },
  ],
  run(context, { id: ids, force }) {
    const headers = force ? ({ 'x-txwarden-force': 'true' } as const) : {}
    return removeThings(context, ids, {
      command: 'destination delete',
      verb: { ask: 'Delete', done: 'Deleted' },
      kind: destinationKind,
      idField: 'destinationId',
      remove: (client, id, sending) => client.call('deleteDestination', { params: { id }, headers }, sending),
    })
  },
})

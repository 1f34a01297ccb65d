import { defineCommand } from '../../cli/define.ts'
import { many } from '../../cli/options.ts'
import { monitorKind } from '../steps/find-thing.ts'
import { removeThings } from '../steps/remove-things.ts'

export const monitorRemove = defineCommand({
  name: 'monitor remove',
  aliases: ['rm', 'delete'],
  summary: 'Stop monitoring addresses',
  arguments: { id: many('ids or names of the monitored addresses, or - to read them from stdin') },
  examples: [
    { command: 'txwarden monitor remove <id>' },
    { command: 'txwarden monitor remove <id> <id> --yes', note: 'in a script' },
    { command: 'txwarden monitor remove - --yes < ids.txt', note: 'any number of ids, one a line' },
  ],
  run(context, { id: ids }) {
    return removeThings(context, ids, {
      command: 'monitor remove',
      verb: { ask: 'Remove', done: 'Removed' },
      kind: monitorKind,
      idField: 'id',
      remove: (client, id, sending) => client.call('deleteMonitor', { params: { id } }, sending),
    })
  },
})

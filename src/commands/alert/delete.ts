import { defineCommand } from '../../cli/define.ts'
import { many } from '../../cli/options.ts'
import { alertKind } from '../steps/find-thing.ts'
import { removeThings } from '../steps/remove-things.ts'

export const alertDelete = defineCommand({
  name: 'alert delete',
  aliases: ['rm', 'remove'],
  summary: 'Delete alerts',
  arguments: { id: many('ids or names of the alerts, or - to read them from stdin') },
  examples: [
    { command: 'txwarden alert delete <id>' },
    { command: 'txwarden alert delete <id> <id> --yes', note: 'in a script' },
    { command: 'txwarden alert delete - --yes < ids.txt', note: 'any number of ids, one a line' },
  ],
  run(context, { id: ids }) {
    return removeThings(context, ids, {
      command: 'alert delete',
      verb: { ask: 'Delete', done: 'Deleted' },
      kind: alertKind,
      idField: 'configurationId',
      remove: (client, id, sending) => client.call('deleteAlert', { params: { alertConfigurationId: id } }, sending),
    })
  },
})

import { defineCommand } from '../../cli/define.ts'
import { many } from '../../cli/options.ts'
import { entryKind } from '../steps/find-thing.ts'
import { removeThings } from '../steps/remove-things.ts'

export const controlListRemove = defineCommand({
  name: 'control-list remove',
  aliases: ['rm', 'delete'],
  summary: 'Remove entries',
  arguments: { id: many('ids of the entries, or - to read them from stdin') },
  examples: [
    { command: 'txwarden control-list remove <id>' },
    { command: 'txwarden control-list remove <id> <id> --yes', note: 'in a script' },
    { command: 'txwarden control-list remove - --yes < ids.txt', note: 'any number of ids, one a line' },
  ],
  run(context, { id: ids }) {
    return removeThings(context, ids, {
      command: 'control-list remove',
      verb: { ask: 'Remove', done: 'Removed' },
      kind: entryKind,
      idField: 'controlListId',
      remove: (client, id, sending) => client.call('deleteControlList', { params: { controlListId: id } }, sending),
    })
  },
})

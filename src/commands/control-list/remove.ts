import { entryKind } from '../steps/find-thing.ts'
import { removeCommand } from '../steps/remove-things.ts'

export const controlListRemove = removeCommand({
  command: 'control-list remove',
  summary: 'Remove entries',
  what: 'ids or addresses of the entries',
  verb: { ask: 'Remove', done: 'Removed' },
  kind: entryKind,
  idField: 'controlListId',
  remove: (client, id, sending) => client.call('deleteControlList', { params: { controlListId: id } }, sending),
})

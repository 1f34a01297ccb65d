import { monitorKind } from '../steps/find-thing.ts'
import { removeCommand } from '../steps/remove-things.ts'

export const monitorRemove = removeCommand({
  command: 'monitor remove',
  summary: 'Stop monitoring addresses',
  what: 'ids or names of the monitored addresses',
  verb: { ask: 'Remove', done: 'Removed' },
  kind: monitorKind,
  idField: 'id',
  remove: (client, id, sending) => client.call('deleteMonitor', { params: { id } }, sending),
})

import { alertKind } from '../steps/find-thing.ts'
import { removeCommand } from '../steps/remove-things.ts'

export const alertDelete = removeCommand({
  command: 'alert delete',
  summary: 'Delete alerts',
  what: 'ids or names of the alerts',
  verb: { ask: 'Delete', done: 'Deleted' },
  kind: alertKind,
  idField: 'configurationId',
  remove: (client, id, sending) => client.call('deleteAlert', { params: { alertConfigurationId: id } }, sending),
})

import { defineCommand } from '../../cli/define.ts'
import { forEachSettled } from '../../cli/for-each-settled.ts'
import { many } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { CallOptions } from '../../client/client.ts'
import { byId } from '../by-id.ts'
import { areListed, removeListed } from '../remove-listed.ts'

export const alertDelete = defineCommand({
  name: 'alert delete',
  aliases: ['rm', 'remove'],
  summary: 'Delete alerts',
  arguments: { id: many('ids of the alerts, or - to read them from stdin') },
  examples: [
    { command: 'txwarden alert delete <id>' },
    { command: 'txwarden alert delete <id> <id> --yes', note: 'in a script' },
    { command: 'txwarden alert delete - --yes < ids.txt', note: 'any number of them, an id a line' },
  ],
  async run(context, { id: ids }) {
    if (areListed(ids)) {
      const client = await context.client()
      const remove = (id: string, sending: CallOptions) =>
        client.call('deleteAlert', { params: { alertConfigurationId: id } }, sending)
      return removeListed(context, { command: 'alert delete', things: 'alerts', remove })
    }
    const what = ids.length === 1 ? `alert ${ids[0]}` : `${ids.length} alerts`
    await confirmChange(context, `Delete ${what} from ${context.where()}?`)
    const client = await context.client()
    await forEachSettled(context, ids, async (id) => {
      const body = await byId('txwarden alert list', () =>
        client.call('deleteAlert', { params: { alertConfigurationId: id } }),
      )
      await context.out.done(
        body,
        { columns: [{ field: 'configurationId', header: 'ID' }] },
        `Deleted alert ${id} (${context.where()})`,
      )
    })
    return undefined
  },
})

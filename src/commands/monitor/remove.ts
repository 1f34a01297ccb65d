import { defineCommand } from '../../cli/define.ts'
import { forEachSettled } from '../../cli/for-each-settled.ts'
import { many } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { CallOptions } from '../../client/client.ts'
import { byId } from '../by-id.ts'
import { areListed, removeListed } from '../remove-listed.ts'

export const monitorRemove = defineCommand({
  name: 'monitor remove',
  aliases: ['rm', 'delete'],
  summary: 'Stop monitoring addresses',
  arguments: { id: many('ids of the monitored addresses, or - to read them from stdin') },
  examples: [
    { command: 'txwarden monitor remove <id>' },
    { command: 'txwarden monitor remove <id> <id> --yes', note: 'in a script' },
    { command: 'txwarden monitor remove - --yes < ids.txt', note: 'any number of them, an id a line' },
  ],
  async run(context, { id: ids }) {
    if (areListed(ids)) {
      const client = await context.client()
      const remove = (id: string, sending: CallOptions) => client.call('deleteMonitor', { params: { id } }, sending)
      return removeListed(context, { command: 'monitor remove', things: 'monitored addresses', remove })
    }
    const what = ids.length === 1 ? `monitored address ${ids[0]}` : `${ids.length} monitored addresses`
    await confirmChange(context, `Remove ${what} from ${context.where()}?`)
    const client = await context.client()
    await forEachSettled(context, ids, async (id) => {
      const body = await byId('txwarden monitor list', () => client.call('deleteMonitor', { params: { id } }))
      await context.out.done(
        body,
        { columns: [{ field: 'id', header: 'ID' }] },
        `Removed monitored address ${id} (${context.where()})`,
      )
    })
    return undefined
  },
})

import { confirmChange } from '../../cli/confirm.ts'
import { defineCommand, many } from '../../cli/define.ts'
import { forEachOf } from '../../cli/each.ts'

export const monitorRemove = defineCommand({
  name: 'monitor remove',
  aliases: ['rm', 'delete'],
  summary: 'Stop monitoring addresses',
  arguments: { id: many('ids of the monitored addresses') },
  examples: [
    { command: 'txwarden monitor remove <id>' },
    { command: 'txwarden monitor remove <id> <id> --yes', note: 'in a script' },
  ],
  async run(context, { id: ids }) {
    const what = ids.length === 1 ? `monitored address ${ids[0]}` : `${ids.length} monitored addresses`
    await confirmChange(context, `Remove ${what} from ${context.where()}?`)
    const client = await context.client()
    await forEachOf(context, ids, async (id) => {
      const body = await client.call('deleteMonitor', { params: { id } })
      await context.out.done(
        body,
        { columns: [{ field: 'id', header: 'ID' }] },
        `Removed monitored address ${id} (${context.where()})`,
      )
    })
    return undefined
  },
})

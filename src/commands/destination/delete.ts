import { confirmChange } from '../../cli/confirm.ts'
import { defineCommand, many } from '../../cli/define.ts'
import { forEachOf } from '../../cli/each.ts'

export const destinationDelete = defineCommand({
  name: 'destination delete',
  aliases: ['rm', 'remove'],
  summary: 'Delete destinations',
  description: 'One that an alert still tells is refused, with the names of those alerts.',
  arguments: { id: many('ids of the destinations') },
  examples: [
    { command: 'txwarden destination delete <id>' },
    { command: 'txwarden destination delete <id> <id> --yes', note: 'in a script' },
  ],
  async run(context, { id: ids }) {
    const what = ids.length === 1 ? `destination ${ids[0]}` : `${ids.length} destinations`
    await confirmChange(context, `Delete ${what} from ${context.where()}?`)
    const client = await context.client()
    await forEachOf(context, ids, async (id) => {
      const body = await client.call('deleteDestination', { params: { id } })
      await context.out.done(
        body,
        { columns: [{ field: 'destinationId', header: 'ID' }] },
        `Deleted destination ${id} (${context.where()})`,
      )
    })
    return undefined
  },
})

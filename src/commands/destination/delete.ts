import { defineCommand } from '../../cli/define.ts'
import { forEachSettled } from '../../cli/for-each-settled.ts'
import { flag, many } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { CallOptions } from '../../client/client.ts'
import { areListed, removeListed } from '../remove-listed.ts'

export const destinationDelete = defineCommand({
  name: 'destination delete',
  aliases: ['rm', 'remove'],
  summary: 'Delete destinations',
  description:
    'One that an alert still tells is refused, with the names of those alerts; and one that messages wait for, with their number.',
  arguments: { id: many('ids of the destinations, or - to read them from stdin') },
  options: { force: flag('also when messages wait for it: they are cancelled') },
  examples: [
    { command: 'txwarden destination delete <id>' },
    { command: 'txwarden destination delete <id> <id> --yes', note: 'in a script' },
    { command: 'txwarden destination delete - --yes < ids.txt', note: 'any number of them, an id a line' },
  ],
  async run(context, { id: ids, force }) {
    const headers = force ? ({ 'x-txwarden-force': 'true' } as const) : {}
    if (areListed(ids)) {
      const client = await context.client()
      const remove = (id: string, sending: CallOptions) =>
        client.call('deleteDestination', { params: { id }, headers }, sending)
      return removeListed(context, { command: 'destination delete', things: 'destinations', remove })
    }
    const what = ids.length === 1 ? `destination ${ids[0]}` : `${ids.length} destinations`
    await confirmChange(context, `Delete ${what} from ${context.where()}?`)
    const client = await context.client()
    await forEachSettled(context, ids, async (id) => {
      const body = await client.call('deleteDestination', { params: { id }, headers })
      await context.out.done(
        body,
        { columns: [{ field: 'destinationId', header: 'ID' }] },
        `Deleted destination ${id} (${context.where()})`,
      )
    })
    return undefined
  },
})

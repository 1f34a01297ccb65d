import { defineCommand } from '../../cli/define.ts'
import { forEachSettled } from '../../cli/for-each-settled.ts'
import { many } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { CallOptions } from '../../client/client.ts'
import { byId } from '../by-id.ts'
import { areListed, removeListed } from '../remove-listed.ts'

export const controlListRemove = defineCommand({
  name: 'control-list remove',
  aliases: ['rm', 'delete'],
  summary: 'Remove entries',
  arguments: { id: many('ids of the entries, or - to read them from stdin') },
  examples: [
    { command: 'txwarden control-list remove <id>' },
    { command: 'txwarden control-list remove <id> <id> --yes', note: 'in a script' },
    { command: 'txwarden control-list remove - --yes < ids.txt', note: 'any number of them, an id a line' },
  ],
  async run(context, { id: ids }) {
    if (areListed(ids)) {
      const client = await context.client()
      const remove = (id: string, sending: CallOptions) =>
        client.call('deleteControlList', { params: { controlListId: id } }, sending)
      return removeListed(context, { command: 'control-list remove', things: 'control list entries', remove })
    }
    await confirmChange(
      context,
      `Remove ${ids.length === 1 ? `control list entry ${ids[0]}` : `${ids.length} control list entries`} from ${context.where()}?`,
    )
    const client = await context.client()
    await forEachSettled(context, ids, async (id) => {
      const body = await byId('txwarden control-list list', () =>
        client.call('deleteControlList', { params: { controlListId: id } }),
      )
      await context.out.done(
        body,
        { columns: [{ field: 'controlListId', header: 'ID' }] },
        `Removed control list entry ${id} (${context.where()})`,
      )
    })
    return undefined
  },
})

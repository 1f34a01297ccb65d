import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { callAdditionById } from '../steps/addition.ts'
import { idOfThing } from '../steps/find-thing.ts'
import { printHold } from './card.ts'
import { holds, readsOf } from './resource.ts'

export const holdShow = defineCommand({
  name: 'hold show',
  aliases: ['get'],
  summary: 'Show what is held, and what was decided about it',
  arguments: { id: one('id of the hold') },
  examples: [{ command: 'txwarden hold show <id>' }, { command: 'txwarden hold show <id> --json' }],
  async run(context, { id }) {
    const reads = readsOf(context)
    const holdId = await idOfThing(context, holds, id)
    const hold = await callAdditionById(context, holds, (client) => client.call(reads.get, { params: { holdId } }))
    await printHold(context, hold)
  },
})

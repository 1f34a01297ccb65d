import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { idOfThing } from '../steps/find-thing.ts'
import { callAboutHold, holdKindOf, readsOf } from './about-hold.ts'
import { printHold } from './print-hold.ts'

export const holdShow = defineCommand({
  name: 'hold show',
  aliases: ['get'],
  summary: 'Show what is held, and what was decided about it',
  arguments: { id: one('id of the hold') },
  examples: [{ command: 'txwarden hold show <id>' }, { command: 'txwarden hold show <id> --json' }],
  async run(context, { id }) {
    const reads = readsOf(context)
    const holdId = await idOfThing(context, holdKindOf(reads), id)
    const hold = await callAboutHold(context, (client) => client.call(reads.get, { params: { holdId } }), reads)
    await printHold(context, hold)
  },
})

import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { idOfThing } from '../steps/find-thing.ts'
import { printHold } from './card.ts'
import { holds, readHold, readsOf } from './resource.ts'

export const holdShow = defineCommand({
  name: 'hold show',
  aliases: ['get'],
  summary: 'Show what is held, and what was decided about it',
  arguments: { id: one('id of the hold') },
  examples: [{ command: 'txwarden hold show <id>' }, { command: 'txwarden hold show <id> --json' }],
  async run(context, { id }) {
    const holdId = await idOfThing(context, holds, id)
    await printHold(context, await readHold(context, holds, readsOf(context).get, holdId))
  },
})

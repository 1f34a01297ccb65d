import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { destinationKind, findThing } from '../steps/find-thing.ts'
import { destinationView } from './view.ts'

export const destinationGet = defineCommand({
  name: 'destination show',
  aliases: ['get'],
  summary: 'Show one destination; secrets are masked',
  arguments: { id: one('id or name of the destination') },
  examples: [{ command: 'txwarden destination show <id>' }],
  async run(context, { id }) {
    await context.out.record(await findThing(context, destinationKind, id), destinationView)
  },
})

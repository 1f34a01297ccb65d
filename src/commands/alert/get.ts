import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { alertKind, findThing } from '../steps/find-thing.ts'
import { alertView } from './view.ts'

export const alertGet = defineCommand({
  name: 'alert show',
  aliases: ['get'],
  summary: 'Show one alert',
  arguments: { id: one('id or name of the alert') },
  examples: [
    { command: 'txwarden alert show <id>' },
    { command: 'txwarden alert show <id> --json --fields transactionFilter' },
  ],
  async run(context, { id }) {
    await context.out.record(await findThing(context, alertKind, id), alertView)
  },
})

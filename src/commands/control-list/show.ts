import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { entryKind, findThing } from '../steps/find-thing.ts'
import { entryView } from './view.ts'

export const controlListShow = defineCommand({
  name: 'control-list show',
  aliases: ['get'],
  summary: 'Show one entry',
  arguments: { id: one('id or address of the entry') },
  examples: [
    { command: 'txwarden control-list show 0x52908400098527886E0F7030069857D2E4169EE7' },
    { command: 'txwarden control-list show <id> --json' },
  ],
  async run(context, { id }) {
    await context.out.record(await findThing(context, entryKind, id), entryView)
  },
})

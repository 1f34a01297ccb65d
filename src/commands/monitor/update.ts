import { defineCommand } from '../../cli/define.ts'
import { flag, one, text } from '../../cli/options.ts'
import { usageError } from '../../cli/usage.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import { idOfThing, monitorKind } from '../find-thing.ts'
import { updateMonitor } from './apply-changes.ts'

export const monitorUpdate = defineCommand({
  name: 'monitor update',
  summary: 'Rename, enable or disable a monitored address',
  description: 'Without any flag, on a terminal, it asks.',
  arguments: { id: one('id or name of the monitored address') },
  options: {
    name: text('name', "the new name; '' takes it away"),
    enable: flag('monitor it from now on'),
    disable: flag('keep it, but do not monitor it'),
  },
  examples: [
    { command: 'txwarden monitor update <id> --name treasury' },
    { command: 'txwarden monitor update <id> --disable' },
    { command: 'txwarden monitor update <id>', note: 'asks' },
  ],
  async run(context, { id, name, enable = false, disable = false }) {
    if (enable && disable) throw usageError('--enable and --disable exclude each other')
    if (name !== undefined || enable || disable) {
      await updateMonitor(context, await idOfThing(context, monitorKind, id), {
        name,
        enabled: enable || disable ? enable : undefined,
      })
      return undefined
    }
    if (!context.canAsk || context.globals.curl)
      throw usageError('monitor update needs --name, --enable or --disable', {
        try: `txwarden monitor update ${quoteWord(id)} --name treasury`,
      })
    const { updateByAsking } = await import('./update-by-asking.ts')
    await updateByAsking(context, id)
    return undefined
  },
})

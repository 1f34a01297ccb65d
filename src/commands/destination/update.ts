import { defineCommand } from '../../cli/define.ts'
import { flagName, one, text } from '../../cli/options.ts'
import { usageError } from '../../cli/usage.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import { destinationKind, findThing } from '../find-thing.ts'
import { forceOption } from '../if-absent.ts'
import { noteReadFirst } from '../read-first.ts'
import { mergeDestination, updateDestination } from './apply-changes.ts'
import { missingFlags, refuseUnused } from './needs.ts'
import { channelOption, destinationOptions, readDestinationFlags } from './options.ts'

const options = { name: text('text', 'what people call it'), channel: channelOption, ...destinationOptions }

export const destinationUpdate = defineCommand({
  name: 'destination update',
  summary: 'Change a destination; what is not given stays',
  description:
    'Secrets that are not given stay. A stored token does not follow to another origin: give it again with the new address. Without any flag, on a terminal, it asks.',
  arguments: { id: one('id or name of the destination') },
  options: { ...options, force: forceOption },
  examples: [
    { command: 'txwarden destination update <id> --state INACTIVE' },
    { command: 'txwarden destination update <id> --token-file <file>' },
    { command: 'txwarden destination update <id>', note: 'asks' },
  ],
  async run(context, { id, name, channel, force = false, ...flags }) {
    const asks = [name, channel, ...Object.values(flags)].every((value) => value === undefined)
    if (asks && !context.canAsk)
      throw usageError(
        `destination update needs something to change: ${Object.keys(options).map(flagName).join(', ')}`,
        {
          try: `txwarden destination update ${quoteWord(id)} --state INACTIVE`,
        },
      )
    const fields = await readDestinationFlags(context, channel, flags)
    await noteReadFirst(context)
    const stored = await findThing(context, destinationKind, id)
    if (asks) {
      const { updateByAsking } = await import('./update-by-asking.ts')
      await updateByAsking(context, stored, force)
      return undefined
    }
    refuseUnused(channel ?? stored.channel, flags)
    const merged = mergeDestination(stored, { ...fields, name, channel })
    const missing = merged.channel === stored.channel ? [] : missingFlags(merged.channel, merged)
    if (missing.length > 0)
      throw usageError(`a change from ${stored.channel} to ${merged.channel} needs ${missing.join(', ')}`, {
        try: 'txwarden destination update --help',
      })
    await updateDestination(context, stored, merged, force)
    return undefined
  },
})

import { defineCommand } from '../../cli/define.ts'
import { clearable, flagName, list, one, text } from '../../cli/options.ts'
import { usageError } from '../../cli/usage.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import { alertKind, destinationKind, findThing, idsOfThings } from '../find-thing.ts'
import { forceOption } from '../if-absent.ts'
import { noteReadFirst } from '../read-first.ts'
import { updateAlert } from './apply-changes.ts'
import { filterMembers } from './filter.ts'
import { checkedFilterFlags, filterChanges } from './filter-options.ts'

export const alertUpdate = defineCommand({
  name: 'alert update',
  summary: 'Change an alert; what is not given stays',
  description:
    'The word none clears: --category none lets every category through. Without any flag, on a terminal, it asks. To switch an alert on or off: alert enable, alert disable.',
  arguments: { id: one('id or name of the alert') },
  options: {
    name: text('text', 'what people call it'),
    destination: clearable(list('id', 'ids or names of the destinations it tells', { completes: 'destination' })),
    ...filterChanges,
    force: forceOption,
  },
  examples: [
    { command: 'txwarden alert update <id> --from-score 80' },
    { command: 'txwarden alert update <id> --destination <id>,<id> --category none' },
    { command: 'txwarden alert update <id>', note: 'asks' },
  ],
  async run(context, { id, name, destination, force = false, ...flags }) {
    const filter = await checkedFilterFlags(context, flags)
    const asks = [name, destination, ...Object.values(flags)].every((value) => value === undefined)
    if (asks && !context.canAsk)
      throw usageError(`alert update needs something to change: ${updateFlags.join(', ')}`, {
        try: `txwarden alert update ${quoteWord(id)} --from-score 80`,
      })
    await noteReadFirst(context)
    const stored = await findThing(context, alertKind, id)
    if (asks) {
      const { updateByAsking } = await import('./update-by-asking.ts')
      await updateByAsking(context, stored, force)
      return undefined
    }
    const destinationIds = destination && (await idsOfThings(context, destinationKind, destination))
    await updateAlert(context, stored, { name, destination: destinationIds, filter }, force)
    return undefined
  },
})

const updateFlags = ['name', 'destination', ...filterMembers].map(flagName)

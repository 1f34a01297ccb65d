import { type AlertType, alertTypes } from '../../api/vocabulary.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { checkWords } from '../../cli/input/check-values.ts'
import { flag, list, openChoice, required, text } from '../../cli/options.ts'
import { missingError } from '../../cli/program.ts'
import { destinationKind, idsOfThings } from '../find-thing.ts'
import { forceOption, ifAbsentOption, refuseBoth } from '../if-absent.ts'
import { createFromDraft } from './create-from-draft.ts'
import { checkedFilterFlags, filterOptions } from './filter-options.ts'

export const alertCreate: Command = defineCommand({
  name: 'alert create',
  aliases: ['add'],
  summary: 'Create an alert',
  description:
    'On a terminal it asks for what is missing, shows what it is about to do, and prints the command line that does the same. Every clause that is given must hold for the alert to fire.',
  asks: true,
  options: {
    name: required(text('text', 'what people call it')),
    type: required(openChoice(alertTypes, 'what it looks at')),
    destination: list('id', 'ids or names of the destinations it tells', { completes: 'destination' }),
    ...filterOptions,
    inactive: flag('create it switched off: a second request after the first'),
    ifAbsent: ifAbsentOption,
    force: forceOption,
  },
  examples: [
    { command: 'txwarden alert create --name "Unsafe or worse" --type SONAR --on unsafe --destination <id>' },
    {
      command:
        'txwarden alert create --name "Large losses" --type SONAR --when passed --from-loss 10000 --chain ethereum,base',
    },
    {
      command: 'txwarden alert create --name "Unsafe or worse" --type SONAR --on unsafe --if-absent',
      note: 'in a script that runs again: goes by the name',
    },
    { command: 'txwarden alert create', note: 'asks' },
  ],
  async run(context, { name, type, destination, inactive = false, ifAbsent = false, force = false, ...flags }) {
    const options = { inactive, ifAbsent, force }
    refuseBoth(options)
    await checkWords(context, '--type', alertTypes, type === undefined ? [] : [type])
    const given = {
      destination: destination && (await idsOfThings(context, destinationKind, destination)),
      filter: await checkedFilterFlags(context, flags),
    }
    // `asks`: what is required can still be missing here.
    const missing = [...(name === undefined ? ['--name'] : []), ...(type === undefined ? ['--type'] : [])]
    if (missing.length === 0) {
      await createFromDraft(context, { ...given, name, type: type as AlertType }, options)
      return undefined
    }
    if (!context.canAsk) throw missingError(alertCreate, missing)
    const { createByAsking } = await import('./create-by-asking.ts')
    await createByAsking(context, { ...given, name, type }, options)
    return undefined
  },
})

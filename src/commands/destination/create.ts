import type { Channel } from '../../api/vocabulary.ts'
import { type Command, defineCommand } from '../../cli/define.ts'
import { required, text } from '../../cli/options.ts'
import { missingError } from '../../cli/program.ts'
import { forceOption, ifAbsentOption, refuseBoth } from '../if-absent.ts'
import { createFromDraft } from './create-from-draft.ts'
import { missingFlags, refuseUnused } from './needs.ts'
import { channelOption, destinationOptions, readDestinationFlags } from './options.ts'

export const destinationCreate: Command = defineCommand({
  name: 'destination create',
  aliases: ['add'],
  summary: 'Create a destination that alerts can tell',
  description:
    'On a terminal it asks for what is missing, shows what it is about to do, and prints the command line that does the same. A WEBHOOK without a token gets a signing secret, which is shown this once.',
  asks: true,
  options: {
    name: required(text('text', 'what people call it')),
    channel: required(channelOption),
    ...destinationOptions,
    ifAbsent: ifAbsentOption,
    force: forceOption,
  },
  examples: [
    { command: 'txwarden destination create --name ops --channel EMAIL --email ops@example.org' },
    {
      command:
        'txwarden destination create --name siem --channel WEBHOOK --webhook-url https://siem.example.org/alerts',
      note: 'the signing secret is made and shown once',
    },
    { command: 'txwarden destination create --name team --channel SLACK --webhook-url-file <file>' },
    {
      command: 'txwarden destination create --name phone --channel TELEGRAM --chat-id <chat> --token-file <file>',
    },
    { command: 'txwarden destination create', note: 'asks' },
  ],
  async run(context, { name, channel, ifAbsent = false, force = false, ...flags }) {
    refuseBoth({ ifAbsent, force })
    const fields = await readDestinationFlags(context, channel, flags)
    // `asks`: what is required can still be missing here.
    if (channel !== undefined) refuseUnused(channel, flags)
    const missing = [
      ...(name === undefined ? ['--name'] : []),
      ...(channel === undefined ? ['--channel'] : missingFlags(channel, fields)),
    ]
    if (missing.length === 0) {
      await createFromDraft(context, { ...fields, name, channel: channel as Channel }, { ifAbsent, force })
      return undefined
    }
    if (!context.canAsk) throw missingError(destinationCreate, missing)
    const { createByAsking } = await import('./create-by-asking.ts')
    await createByAsking(context, { ...fields, name, channel }, flags, { ifAbsent, force })
    return undefined
  },
})

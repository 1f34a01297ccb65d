import { type Command, defineCommand } from '../../cli/define.ts'
import { choice, required } from '../../cli/options.ts'
import { missingError } from '../../cli/program.ts'
import { type Kind, kinds, makeKey } from './make-key.ts'

export const keysCreate: Command = defineCommand({
  name: 'keys create',
  aliases: ['add'],
  summary: 'Make an API key of the local service',
  description:
    'For those who call `txwarden serve` over HTTP; commands on this machine need none. The key is shown once: only its hash is stored. On a terminal it asks for what is missing.',
  requests: false,
  asks: true,
  options: { kind: required(choice(kinds, 'validation: judge transactions; management: everything else')) },
  examples: [
    { command: 'txwarden keys create --kind validation' },
    { command: 'txwarden keys create --kind management --json' },
  ],
  async run(context, { kind }) {
    // `asks`: what is required can still be missing here.
    if ((kind as Kind | undefined) !== undefined) await makeKey(context, kind)
    else if (context.canAsk) {
      const { createByAsking } = await import('./create-by-asking.ts')
      await createByAsking(context)
    } else throw missingError(keysCreate, ['--kind'])
    return undefined
  },
})

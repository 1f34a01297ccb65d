import { type Command, defineCommand } from '../../cli/define.ts'
import { flag, one, text } from '../../cli/options.ts'
import { missingError } from '../../cli/program.ts'
import { makeProfile } from './make-profile.ts'

export const profileCreate: Command = defineCommand({
  name: 'profile create',
  aliases: ['add'],
  summary: 'Make a profile: a service and how to reach it',
  description:
    'With --base-url it is a remote service, without one a local service with a database of its own. The one in use stays in use; keys are stored with `txwarden auth login`. Without a name, on a terminal, it asks.',
  requests: false,
  asks: true,
  arguments: { name: one('name of the profile') },
  options: {
    database: text('file', 'SQLite file of a local service; default: one of its own beside the others'),
    protected: flag('ask for its name before every change'),
  },
  examples: [
    { command: 'txwarden profile create prod --base-url https://api.example.com' },
    {
      command:
        'txwarden profile create staging --base-url https://api.example.com --management-url https://admin.example.com',
    },
    { command: 'txwarden profile create prod --base-url https://api.example.com --protected' },
    { command: 'txwarden profile create sandbox', note: 'a second local service' },
    { command: 'txwarden profile create', note: 'asks' },
  ],
  async run(context, { name, ...flags }) {
    const { baseUrl, managementUrl, insecureHttp } = context.globals
    const draft = { baseUrl, managementUrl, insecureHttp, ...flags }
    // `asks`: what is required can still be missing here.
    if ((name as string | undefined) !== undefined) await makeProfile(context, name, draft)
    else if (context.canAsk) {
      const { createByAsking } = await import('./create-by-asking.ts')
      await createByAsking(context, draft)
    } else throw missingError(profileCreate, ['<name>'])
    return undefined
  },
})

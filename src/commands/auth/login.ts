import { defineCommand } from '../../cli/define.ts'
import { choice, flag, text } from '../../cli/options.ts'
import { keyChoices } from './key-kinds.ts'

export const authLogin = defineCommand({
  name: 'auth login',
  summary: 'Store the API keys of a service, after asking the service about them',
  description:
    'Keys come from a prompt, from stdin or from a file, one a line; never from the command line. They go into the keychain of the system, or where there is none into the profile file, and are used with the profile in use, or with the one --profile names, which is made when --base-url is given, too. The service is asked first; a key it refuses is not stored.',
  options: {
    key: choice(keyChoices, 'which key: validation, management or both'),
    keyStdin: flag('read the key from stdin; with --key both two lines, validation first'),
    keyFile: text('file', 'read the key from a file, in the same form'),
    check: flag('store the key without asking the service', { negatable: true }),
  },
  examples: [
    { command: 'txwarden auth login' },
    { command: 'txwarden auth login -p prod --base-url https://api.example.com', note: 'makes the profile' },
    { command: 'txwarden auth login --key validation --key-file <file>', note: 'in a script' },
  ],
  asks: true,
  async run(context, input) {
    const { logIn } = await import('./log-in.ts')
    await logIn(context, input)
  },
})

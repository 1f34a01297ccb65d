import { defineCommand } from '../../cli/define.ts'
import { choice, flag, text } from '../../cli/options.ts'
import { keyChoices } from './key-kinds.ts'

export const authLogin = defineCommand({
  name: 'auth login',
  summary: 'Check and store the API keys of a service',
  description:
    'Reads keys from a prompt, stdin or a file, one per line; never from the command line. Stores them in the system keychain, or in the profile file without one, for the selected profile or the one given with --profile, which is created when --base-url is given. The service checks the keys first; a refused key is not stored.',
  options: {
    kind: choice(keyChoices, 'kind of key: validation, management or both'),
    keyFile: text('file', 'read the key from a file; with --kind both: two lines, validation first; - is stdin'),
    check: flag('store the key without checking it', { negatable: true }),
  },
  examples: [
    { command: 'txwarden auth login' },
    { command: 'txwarden auth login -p prod --base-url https://api.example.com', note: 'creates the profile' },
    { command: 'txwarden auth login --kind validation --key-file <file>', note: 'in a script' },
  ],
  asks: true,
  async run(context, input) {
    const { storeKeys } = await import('./store-keys.ts')
    await storeKeys(context, input)
  },
})

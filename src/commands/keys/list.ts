import { defineCommand } from '../../cli/define.ts'
import { wholeListOptions } from '../options/page-options.ts'
import { keyView } from './view.ts'

export const keysList = defineCommand({
  name: 'keys list',
  aliases: ['ls'],
  summary: 'List the API keys of the local service, including revoked ones',
  requests: false,
  options: wholeListOptions,
  examples: [{ command: 'txwarden keys list' }, { command: 'txwarden keys list --json --fields id,kind,revokedAt' }],
  async run(context) {
    const { keys } = await context.local()
    const rows = await keys.list()
    await context.out.rows(rows, keyView, 'No keys yet. Try: txwarden keys create --kind validation')
  },
})

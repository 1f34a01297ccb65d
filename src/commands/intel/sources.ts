import { defineCommand } from '../../cli/define.ts'
import { openIntel } from './local-intel.ts'
import { sourceView } from './source-view.ts'

export const intelSources = defineCommand({
  name: 'intel sources',
  aliases: ['list', 'ls'],
  summary: 'List the imported feeds',
  description: 'Built-in knowledge (burn addresses, well-known contracts, test addresses) is not listed.',
  requests: false,
  examples: [
    { command: 'txwarden intel sources' },
    { command: 'txwarden intel sources --json --fields source,kept,asOf' },
  ],
  async run(context) {
    const intel = await openIntel(context)
    const rows = await intel.sources()
    await context.out.list(rows, rows, sourceView, {
      empty: 'No feeds yet. Try: txwarden intel import --help',
      withRows: (picked) => picked,
    })
  },
})

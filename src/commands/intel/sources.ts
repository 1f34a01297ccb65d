import { defineCommand } from '../../cli/define.ts'
import { wholeListOptions } from '../options/page-options.ts'
import { sourceView } from './source-view.ts'

export const intelSources = defineCommand({
  name: 'intel sources',
  aliases: ['list', 'ls'],
  summary: 'List feeds with their age and health',
  description:
    'Also enabled feeds that were not fetched yet. `sync` in the JSON has the last success, the last failure with its reason, and the next fetch. Built-in knowledge (burn addresses, well-known contracts, test addresses) is not listed.',
  options: wholeListOptions,
  examples: [
    { command: 'txwarden intel sources' },
    { command: 'txwarden intel sources --json --fields source,kept,asOf' },
  ],
  async run(context) {
    const client = await context.client()
    const body = await client.call('listFeeds')
    await context.out.list(body, body.content, sourceView, {
      empty: 'No feeds yet. Try: txwarden intel catalogue',
    })
  },
})

import { defineCommand } from '../../cli/define.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { text } from '../../cli/options.ts'
import { pageOptions } from '../options/page-options.ts'
import { callAddition } from '../steps/addition.ts'
import { printPages } from '../steps/paged-list.ts'
import { safeView } from './view.ts'

export const safeList = defineCommand({
  name: 'safe list',
  aliases: ['ls'],
  summary: 'List Safes, and how often their queues are read',
  description:
    'INTERVAL is how often `serve --safes` reads the queue: every 5 s from a service of your own; from the public one as often as its quota allows for all Safes with the same key together.',
  options: { chain: text('chain', 'only of this chain: id or name', { completes: 'chain' }), ...pageOptions },
  examples: [{ command: 'txwarden safe list' }, { command: 'txwarden safe list --chain base --all --json' }],
  async run(context, { chain, ...page }) {
    const chainId = chain === undefined ? undefined : await chainIdOf(context, chain)
    const client = await context.client()
    await printPages(context, page, {
      command: 'safe list',
      filters: { chain: chainId },
      fetch: (query) =>
        callAddition(context, 'list of Safes', () => client.call('listSafes', { query: { ...query, chainId } })),
      view: safeView,
      empty: 'No Safes yet. Try: txwarden safe add <address> --chain ethereum --name treasury',
    })
  },
})

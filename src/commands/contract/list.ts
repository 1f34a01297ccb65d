import { defineCommand } from '../../cli/define.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { text } from '../../cli/options.ts'
import { pageOptions } from '../options/page-options.ts'
import { printPages } from '../steps/paged-list.ts'
import { contractView } from './view.ts'

export const contractList = defineCommand({
  name: 'contract list',
  aliases: ['ls'],
  summary: 'List the contracts whose functions are described',
  options: { chain: text('chain', 'only of this chain: id or name', { completes: 'chain' }), ...pageOptions },
  examples: [{ command: 'txwarden contract list' }, { command: 'txwarden contract list --chain base --all --json' }],
  async run(context, { chain, ...page }) {
    const chainId = chain === undefined ? undefined : await chainIdOf(context, chain)
    const client = await context.client()
    await printPages(context, page, {
      command: 'contract list',
      filters: { chain: chainId },
      fetch: (query) => client.call('listContracts', { query: { ...query, chainId } }),
      view: contractView,
      empty: 'No contracts yet. Try: txwarden contract add <address> --chain ethereum --abi <file>',
    })
  },
})

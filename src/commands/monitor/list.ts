import { defineCommand } from '../../cli/define.ts'
import { checkAddresses } from '../../cli/input/check-values.ts'
import { text } from '../../cli/options.ts'
import { pageOptions } from '../options/page-options.ts'
import { printPages } from '../steps/paged-list.ts'
import { monitorView } from './view.ts'
import { withAdditions } from './write-monitor.ts'

export const monitorList = defineCommand({
  name: 'monitor list',
  aliases: ['ls'],
  summary: 'List monitored addresses',
  options: {
    address: text('address', 'only this address, in any case'),
    name: text('part', 'only those whose name contains this, in any case'),
    ...pageOptions,
  },
  examples: [
    { command: 'txwarden monitor list' },
    { command: 'txwarden monitor list --name treasury --all --json' },
    { command: 'txwarden monitor list --address <address>', note: 'the same address on several chains' },
  ],
  async run(context, { address, name, ...page }) {
    if (address !== undefined) await checkAddresses(context, [address], () => '--address')
    const client = await context.client()
    await printPages(context, page, {
      command: 'monitor list',
      filters: { address, name },
      fetch: (query) => client.call('listMonitors', { query: { ...query, address, name }, ...withAdditions }),
      view: monitorView,
      empty:
        address === undefined && name === undefined
          ? 'No monitored addresses yet. Try: txwarden monitor add <address> --chain ethereum'
          : 'No matching monitored addresses.',
    })
  },
})

import { defineCommand } from '../../cli/define.ts'
import { openChain } from './local-chain.ts'
import { NO_NODES, nodeView } from './view.ts'

export const chainList = defineCommand({
  name: 'chain list',
  aliases: ['ls'],
  summary: 'List the nodes of chains, stored or from the environment',
  description: 'In the order in which they are asked. Asks no node; `chain status` does.',
  requests: false,
  examples: [{ command: 'txwarden chain list' }, { command: 'txwarden chain list --json --fields id,chain,host,can' }],
  async run(context) {
    const chain = await openChain(context)
    const rows = await chain.list()
    await context.out.list(rows, rows, nodeView, { empty: NO_NODES, withRows: (picked) => picked })
  },
})

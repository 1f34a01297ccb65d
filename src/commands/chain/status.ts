import { defineCommand } from '../../cli/define.ts'
import { maybeOne } from '../../cli/options.ts'
import { maybeChainIdOf, openChain } from './local-chain.ts'
import { NO_NODES, statusView } from './view.ts'

export const chainStatus = defineCommand({
  name: 'chain status',
  summary: 'Ask each node for its latest block',
  description: 'Shows what each node can do, its head and how old that is, and why it is not used.',
  requests: false,
  arguments: { chain: maybeOne('only this chain: id or name', { completes: 'chain' }) },
  examples: [{ command: 'txwarden chain status' }, { command: 'txwarden chain status ethereum --json' }],
  async run(context, { chain }) {
    const administration = await openChain(context)
    const rows = await administration.status(await maybeChainIdOf(context, chain))
    await context.out.list(rows, rows, statusView, { empty: NO_NODES, withRows: (picked) => picked })
  },
})

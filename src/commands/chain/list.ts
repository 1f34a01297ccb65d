import { defineCommand } from '../../cli/define.ts'
import { flag } from '../../cli/options.ts'
import { wholeListOptions } from '../options/page-options.ts'
import { chainsView } from './view.ts'

export const chainList = defineCommand({
  name: 'chain list',
  aliases: ['ls'],
  summary: 'List the chains that are known, with their nodes',
  description:
    'Those that are built in, those that are defined, and those of the list in use. Sends no request to a node; `chain status` does, and shows the ids of nodes.',
  options: { ...wholeListOptions, all: flag('also the chains of the list that nothing here names') },
  examples: [
    { command: 'txwarden chain list' },
    { command: 'txwarden chain list --all --json --fields id,name,currency', note: 'every chain' },
  ],
  async run(context, { all, limit }) {
    const client = await context.client()
    const nodes = await client.call('listNodes')
    const chains = await client.call('listKnownChains', { query: { all: all ? 'true' : undefined } })
    const content = chains.content.slice(0, limit).map((chain) => ({
      ...chain,
      nodes: nodes.content.filter(({ chainId }) => chainId === chain.id),
    }))
    await context.out.list({ content }, content, chainsView, { empty: 'No chains.' })
  },
})

import { defineCommand } from '../../cli/define.ts'
import { wholeListOptions } from '../options/page-options.ts'
import { NO_NODES, nodeView } from './view.ts'

export const chainList = defineCommand({
  name: 'chain list',
  aliases: ['ls'],
  summary: 'List the nodes of chains, stored or from the environment',
  description: 'In the order in which they are read. Sends no request to a node; `chain status` does.',
  options: wholeListOptions,
  examples: [{ command: 'txwarden chain list' }, { command: 'txwarden chain list --json --fields id,chain,host,can' }],
  async run(context) {
    const client = await context.client()
    const body = await client.call('listNodes')
    await context.out.list(body, body.content, nodeView, { empty: NO_NODES })
  },
})

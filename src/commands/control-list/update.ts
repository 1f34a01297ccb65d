import { chainIdsOf } from '../../cli/chain-option.ts'
import { defineCommand, flag, list, one } from '../../cli/define.ts'
import { usageError } from '../../cli/usage.ts'
import { chainsText } from './view.ts'

export const controlListUpdate = defineCommand({
  name: 'control-list update',
  summary: 'Replace the chains of an entry',
  arguments: { id: one('id of the entry') },
  options: {
    chain: list('chain', 'chain ids or names the entry holds on from now on'),
    everyChain: flag('let the entry hold on every chain'),
  },
  examples: [{ command: 'txwarden control-list update <id> --chain ethereum,base' }],
  async run(context, { id, chain, everyChain }) {
    if ((chain === undefined) === !everyChain)
      throw usageError('control-list update needs --chain or --every-chain, one of them', {
        try: `txwarden control-list update ${id} --chain ethereum`,
      })
    const chainIds = await chainIdsOf(context, chain)
    const client = await context.client()
    const body = await client.call('updateControlList', { params: { controlListId: id }, body: { chainIds } })
    await context.out.done(
      body,
      { columns: [{ field: 'controlListId', header: 'ID' }] },
      `Entry ${id} holds on ${chainsText(chainIds)} now (${context.where()})`,
    )
    return undefined
  },
})

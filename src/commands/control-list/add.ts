import { entryTypes, productTypes } from '../../api/vocabulary.ts'
import { checkAddresses } from '../../cli/address-argument.ts'
import { chainIdsOf } from '../../cli/chain-option.ts'
import { choice, defineCommand, list, many, required } from '../../cli/define.ts'
import { forEachOf } from '../../cli/each.ts'
import { chainsText } from './view.ts'

export const controlListAdd = defineCommand({
  name: 'control-list add',
  aliases: ['create'],
  summary: 'Allow or block addresses',
  description:
    'A BLOCK entry makes every transaction that touches the address invalid. An ALLOW entry holds down what is found about the address itself, never a sanction or a block.',
  arguments: { address: many('addresses to allow or block') },
  options: {
    type: required(choice(entryTypes, 'allow or block')),
    product: choice(productTypes, 'product the entry holds for; default SONAR'),
    chain: list('chain', 'chain ids or names; default: every chain'),
  },
  examples: [
    { command: 'txwarden control-list add 0x7E57E185F01f2900F3b969962D790bD76275007A --type block' },
    { command: 'txwarden control-list add <address> <address> --type allow --chain ethereum,base' },
  ],
  async run(context, { address: addresses, type, product = 'SONAR', chain }) {
    await checkAddresses(context, addresses)
    const chainIds = await chainIdsOf(context, chain)
    const client = await context.client()
    await forEachOf(context, addresses, async (address) => {
      const body = await client.call('createControlList', {
        body: { address, type, productType: product, ...(chainIds.length > 0 && { chainIds }) },
      })
      const verb = type === 'BLOCK' ? 'Blocked' : 'Allowed'
      await context.out.done(
        body,
        { columns: [{ field: 'controlListId', header: 'ID' }] },
        `${verb} ${address} for ${product} on ${chainsText(chainIds)} (${context.where()})\n  id ${body.controlListId}`,
      )
    })
    return undefined
  },
})

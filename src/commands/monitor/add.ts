import { checkAddresses } from '../../cli/address-argument.ts'
import { chainIdsOf } from '../../cli/chain-option.ts'
import { defineCommand, flag, list, many, required, text } from '../../cli/define.ts'
import { forEachOf } from '../../cli/each.ts'
import { chainName, monitorView } from './view.ts'

export const monitorAdd = defineCommand({
  name: 'monitor add',
  aliases: ['create'],
  summary: 'Monitor addresses',
  description:
    'A MONITOR alert fires once for each transaction that touches a monitored address on its chain, when its on-chain id is reported (tx update).',
  arguments: { address: many('addresses to monitor') },
  options: {
    chain: required(list('chain', 'chain ids or names; each address is monitored on each of them')),
    name: text('name', 'a name for it'),
    disabled: flag('add it, but do not monitor it yet'),
  },
  examples: [
    { command: 'txwarden monitor add <address> --chain ethereum --name treasury' },
    { command: 'txwarden monitor add 0x7e57e3e9d2fe5a76d3f0a5e7c2d7a37ab5a40f1c --chain ethereum,base' },
  ],
  async run(context, { address: addresses, chain, name, disabled = false }) {
    await checkAddresses(context, addresses)
    const chainIds = await chainIdsOf(context, chain)
    const client = await context.client()
    await forEachOf(
      context,
      placesOf(addresses, chainIds),
      async ({ address, chainId }) => {
        const body = await client.call('createMonitor', {
          body: { address, chainId, ...(name !== undefined && { name }), ...(disabled && { enabled: false }) },
        })
        const verb = body.enabled ? 'Monitoring' : 'Added, disabled:'
        const label = body.name === '' ? address : `${address} (${body.name})`
        await context.out.done(
          body,
          monitorView,
          `${verb} ${label} on ${chainName(chainId)} (${context.where()})\n  id ${body.id}`,
        )
      },
      ({ address, chainId }) => `${address} on ${chainName(chainId)}`,
    )
    return undefined
  },
})

interface Place {
  readonly address: string
  readonly chainId: string
}

/** Each address on each chain. */
function placesOf(addresses: readonly string[], chainIds: readonly string[]): Place[] {
  return addresses.flatMap((address) => chainIds.map((chainId) => ({ address, chainId })))
}

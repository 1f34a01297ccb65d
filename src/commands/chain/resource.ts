import type { KnownChain, NodeRecord } from '../../api/schemas/chain.ts'
import { resource } from '../../cli/resource/resource.ts'
import { callAddition } from '../steps/addition.ts'
import { chainView, nodeView } from './view.ts'

/** The nodes of the local service. */
export const nodes = resource<NodeRecord>({
  command: 'chain',
  noun: 'node',
  list: async (context) => (await (await context.local()).chain()).list(),
  idOf: ({ id }) => id,
  nameOf: ({ host }) => host,
  describe: ({ host, chain }) => `${host} on ${chain}`,
  about: ({ host, chain }) => `${host} (${chain})`,
  view: nodeView,
})

export const chains = resource<KnownChain>({
  command: 'chain',
  noun: 'chain',
  list: (context) => callAddition(context, 'chains', (client) => client.call('listKnownChains')),
  idOf: ({ id }) => id,
  remove: (client, chainId) => client.call('unsetChain', { params: { chainId } }),
  view: chainView,
})

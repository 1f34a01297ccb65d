import type { NodeRecord } from '../../api/schemas/chain.ts'
import { resource } from '../../cli/resource/resource.ts'
import { openChain } from './local-chain.ts'
import { nodeView } from './view.ts'

/** The nodes of the local service. */
export const nodes = resource<NodeRecord>({
  command: 'chain',
  noun: 'node',
  list: async (context) => (await openChain(context)).list(),
  idOf: ({ id }) => id,
  nameOf: ({ host }) => host,
  describe: ({ host, chain }) => `${host} on ${chain}`,
  about: ({ host, chain }) => `${host} (${chain})`,
  view: nodeView,
})

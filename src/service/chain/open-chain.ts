/**
 * Room: Nodes and JSON-RPC: blocks, `state` and `traces.ts` at a block; accounts, simulation, history.
 *
 * What a node says is a reading with a reason when it is missing, never an exception of a rule. A new question goes through
 * `state`; a new method of a node through `rpc`. No verdict is made here.
 */

import { lazily } from '../../shared/lazily.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import type { StoredChains } from '../store/repositories/chain-nodes.ts'
import type { SeenAccounts } from './accounts/seen-accounts.ts'
import { chainsWithNodes } from './nodes/environment-nodes.ts'
import type { NodePool, NodePoolDeps } from './nodes/node-pool.ts'
import type { BlockObserver, ChainObserver } from './observer.ts'

export interface OpenChainDeps extends Omit<NodePoolDeps, 'sleep' | 'connection'> {
  readonly random: RandomBytes
}

export interface OpenedChain extends ChainObserver, BlockObserver {
  /** The nodes, for administration. */
  readonly pool: () => Promise<NodePool>
  /** Ids of the chains that have nodes, paused or not. */
  chainIds(chains: StoredChains): string[]
  close(): Promise<void>
}

/** Opens the nodes of all chains. Nothing is loaded until a verdict needs one. */
export function openChain(deps: OpenChainDeps): OpenedChain {
  const { environment, store, clock, random } = deps
  let opened: Promise<NodePool> | undefined
  const pool = () => {
    opened ??= import('./nodes/node-pool.ts').then(({ NodePool }) => new NodePool(deps))
    return opened
  }
  let remembered: SeenAccounts | undefined
  const observer = lazily(async () => {
    const { PoolObserver } = await import('./chain-observer.ts')
    const { seenAccounts } = await import('./accounts/seen-accounts.ts')
    const seen = seenAccounts({ store, clock })
    remembered = seen
    return new PoolObserver({ pool: await pool(), seen, clock, random })
  })
  const chainIds = (chains: StoredChains) => chainsWithNodes(chains, environment)
  const hasNode = (chainId: string, chains: StoredChains) => chainIds(chains).includes(chainId)
  return {
    pool,
    hasNode,
    chainIds,
    async observe(request) {
      if (!hasNode(request.analysis.transaction.chainId, request.chains)) return undefined
      return (await observer()).observe(request)
    },
    async observeBlock(request) {
      if (!hasNode(request.chainId, request.chains)) return undefined
      return (await observer()).observeBlock(request)
    },
    async close() {
      await remembered?.idle()
      await (await opened)?.close()
    },
  }
}

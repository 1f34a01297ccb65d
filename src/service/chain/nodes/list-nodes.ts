import type { NodeRecord, NodeStatus } from '../../../api/schemas/chain.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { readChains } from '../../store/repositories/chain-nodes.ts'
import type { Store } from '../../store/store.ts'
import { statusOf } from './examine-node.ts'
import type { NodePool } from './node-pool.ts'
import { recordOf } from './node-record.ts'
import type { PooledNode } from './pooled-node.ts'

export interface ListDeps {
  readonly store: Pick<Store, 'read'>
  readonly pool: NodePool
}

/** A node has this time (ms) to give its head. */
const STATUS_MS = 3000

/** Lists the nodes of one chain or of all, in the order of use, chain by chain, without a request. */
export function listNodes(deps: ListDeps, chainId: string | undefined): Promise<NodeRecord[]> {
  return eachNode(deps, chainId, recordOf)
}

/** Requests the head of each node. */
export function nodeStatuses(
  { clock, ...deps }: ListDeps & { readonly clock: Clock },
  chainId: string | undefined,
): Promise<NodeStatus[]> {
  const until = clock.elapsed() + STATUS_MS
  return eachNode(deps, chainId, (node, isPaused) => statusOf(node, { clock, until, isPaused }))
}

export async function eachNode<T>(
  { store, pool }: ListDeps,
  chainId: string | undefined,
  examine: (node: PooledNode, isPaused: boolean) => Promise<T>,
): Promise<T[]> {
  const chains = await readChains(store.read)
  const wanted = pool.chainIds(chains).filter((id) => chainId === undefined || id === chainId)
  return Promise.all(
    wanted.flatMap((id) => pool.allNodesOf(id, chains).map((node) => examine(node, chains.paused.has(id)))),
  )
}

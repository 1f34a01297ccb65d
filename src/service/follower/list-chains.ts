import { chains as knownChains } from '../../api/chains.ts'
import type { FollowerStatus } from '../../api/schemas/chain.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { nodeStatuses } from '../chain/nodes/list-nodes.ts'
import type { NodePool } from '../chain/nodes/node-pool.ts'
import { listChainHeads } from '../store/repositories/chain-heads.ts'
import { readChains } from '../store/repositories/chain-nodes.ts'
import { countEnabledMonitors } from '../store/repositories/chain-tips.ts'
import { backfillStates } from '../store/repositories/monitor-backfills.ts'
import type { Store } from '../store/store.ts'
import { followerStatus } from './follower-status.ts'

export interface ListChainsDeps {
  readonly store: Pick<Store, 'read'>
  readonly clock: Clock
  /** Compared with the end of a lease (ms). */
  readonly deadlineNow: number
  readonly pool: NodePool
}

/**
 * Chains that were followed, that have a node, or that have enabled monitored addresses.
 * @param asksNodes whether each node is asked for its head
 */
export async function listChains(
  { store, clock, deadlineNow, pool }: ListChainsDeps,
  { chainId, asksNodes = false }: { readonly chainId?: string | undefined; readonly asksNodes?: boolean } = {},
): Promise<FollowerStatus[]> {
  const [rows, monitors, backfills, stored, asked] = await Promise.all([
    listChainHeads(store.read),
    countEnabledMonitors(store.read),
    backfillStates(store.read),
    readChains(store.read),
    asksNodes ? nodeStatuses({ store, clock, pool }, chainId) : undefined,
  ])
  return knownChains
    .filter(({ id }) => chainId === undefined || id === chainId)
    .map(({ id }) => ({
      chainId: id,
      row: rows.find((row) => row.chain_id === id),
      nodes: asked?.filter((node) => node.chainId === id),
      monitored: monitors.get(id) ?? 0,
      backfill: backfills.find((each) => each.chain_id === id),
      hasNode: pool.allNodesOf(id, stored).length > 0,
    }))
    .filter(({ row, monitored, hasNode }) => row !== undefined || monitored > 0 || hasNode)
    .map((input) => followerStatus(input, { now: clock.now(), deadlineNow }))
}

import type { HistoryReport } from '../../../api/schemas/history.ts'
import { chainName } from '../../../api/text/chains.ts'
import { WardenError } from '../../../shared/errors.ts'
import { readChains } from '../../store/repositories/chain-nodes.ts'
import type { Store } from '../../store/store.ts'
import type { NodePool } from '../nodes/node-pool.ts'
import { type HistoryControl, type HistoryDeps, type HistoryRequest, syncHistory, unavailable } from './sync-history.ts'

export interface NodesHistoryDeps extends HistoryDeps {
  readonly store: Store
  readonly pool: () => Promise<NodePool>
}

/** Budget (ms) for what is requested from a node before its logs: chain, head, capabilities. */
export const PREPARE_MS = 20_000

/**
 * Stores the counterparties of an address as contacts, from the first node that gives its history.
 * @throws WardenError `no-node`, `block-not-there`, `history-unavailable`
 */
export async function syncHistoryOnNodes(
  deps: NodesHistoryDeps,
  request: HistoryRequest,
  control: HistoryControl = {},
): Promise<HistoryReport> {
  const { store, clock, pool } = deps
  const chains = await readChains(store.read)
  const nodes = (await pool()).nodesOf(request.chainId, chains)
  let failure = noNode(request.chainId, chains.paused.has(request.chainId))
  for (const node of nodes) {
    const ready = await node.prepare(Math.min(clock.elapsed() + PREPARE_MS, control.until ?? Number.POSITIVE_INFINITY))
    if ('kind' in ready) {
      failure = unavailable(ready)
      continue
    }
    try {
      return await syncHistory(deps, ready.node.rpc, request, control)
    } catch (error) {
      if (!(error instanceof WardenError) || error.code !== 'history-unavailable') throw error
      failure = error
    }
  }
  throw failure
}

export function noNode(chainId: string, isPaused: boolean): WardenError {
  const chain = chainName(chainId)
  return new WardenError({
    kind: 'unavailable',
    code: 'no-node',
    message: isPaused ? `the nodes of ${chain} are paused` : `no node of ${chain} is configured`,
    parameters: { chain, ...(isPaused && { isPaused: 'true' }) },
  })
}

import { chainName } from '../../../api/text/chains.ts'
import type { Clock } from '../../../shared/clock.ts'
import { WardenError } from '../../../shared/errors.ts'
import type { Ids } from '../../runtime/deps.ts'
import { readChains } from '../../store/repositories/chain-nodes.ts'
import type { Store } from '../../store/store.ts'
import type { NodePool } from '../nodes/node-pool.ts'
import {
  type HistoryControl,
  type HistoryReport,
  type HistoryRequest,
  type KnownTokens,
  syncHistory,
  unavailable,
} from './sync-history.ts'

export interface HistoryAdministrationDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: Ids
  readonly pool: () => Promise<NodePool>
  readonly knownTokens: KnownTokens
}

/** What a node answers before its logs are asked for: chain, head, what it can. */
export const PREPARE_MS = 20_000

/** Histories of addresses from nodes. In process only: no endpoint exposes them. */
export class HistoryAdministration {
  readonly #deps: HistoryAdministrationDeps

  constructor(deps: HistoryAdministrationDeps) {
    this.#deps = deps
  }

  /**
   * Stores the counterparties of an address as contacts, from the first node that gives its history.
   * @throws WardenError `no-node`, `block-not-there`, `history-unavailable`
   */
  async sync(request: HistoryRequest, control: HistoryControl = {}): Promise<HistoryReport> {
    const { store, clock, pool } = this.#deps
    const chains = await readChains(store.read)
    const nodes = (await pool()).nodesOf(request.chainId, chains)
    let failure = noNode(request.chainId, chains.paused.has(request.chainId))
    for (const node of nodes) {
      const ready = await node.prepare(clock.elapsed() + PREPARE_MS)
      if ('kind' in ready) {
        failure = unavailable(ready)
        continue
      }
      try {
        return await syncHistory(this.#deps, ready.node.rpc, request, control)
      } catch (error) {
        if (!(error instanceof WardenError) || error.code !== 'history-unavailable') throw error
        failure = error
      }
    }
    throw failure
  }
}

export function noNode(chainId: string, isPaused: boolean): WardenError {
  const chain = chainName(chainId)
  return new WardenError({
    kind: 'unavailable',
    code: 'no-node',
    message: isPaused ? `the nodes of ${chain} are paused` : `no node of ${chain} is configured`,
    try: isPaused ? `txwarden chain resume ${chain}` : `txwarden chain add ${chain}`,
  })
}

import { chainName } from '../../../api/text/chains.ts'
import { unavailable, WardenError } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { readChains } from '../../store/repositories/chain-nodes.ts'
import type { Store } from '../../store/store.ts'
import { isFailure, type RpcFailure } from '../rpc/json-rpc.ts'
import type { ReadyNode } from './chain-node.ts'
import type { NodePool } from './node-pool.ts'

export interface OnNodesDeps {
  readonly store: Pick<Store, 'read'>
  readonly clock: Clock
  readonly pool: () => Promise<NodePool>
}

interface NodesWork<T> {
  /** Budget, in ms of `clock.elapsed()`. */
  readonly until?: number | undefined
  /** The error for what a node does not give; default: `node-unreachable`. */
  readonly unavailable?: (failure: RpcFailure) => WardenError
  /** @returns a failure of the node: another one may do better */
  readonly work: (ready: ReadyNode) => Promise<T | RpcFailure>
}

/** Budget (ms) for what is requested from a node before the work: chain, head, capabilities. */
const PREPARE_MS = 20_000

/**
 * Does the work on the nodes of a chain, one after another, until one gives a result.
 * @throws WardenError `no-node`, the error for the last failure
 */
export async function onFirstNode<T extends object>(
  { store, clock, pool }: OnNodesDeps,
  chainId: string,
  { until = Number.POSITIVE_INFINITY, unavailable: errorOf = unreachable, work }: NodesWork<T>,
): Promise<T> {
  const chains = await readChains(store.read)
  let failure = noNode(chainId, chains.paused.has(chainId))
  for (const node of (await pool()).nodesOf(chainId, chains)) {
    const ready = await node.prepare(Math.min(clock.elapsed() + PREPARE_MS, until))
    const result = isFailure(ready) ? ready : await work(ready)
    if (!isFailure(result)) return result
    failure = errorOf(result)
  }
  throw failure
}

function unreachable({ message }: RpcFailure): WardenError {
  return unavailable('node-unreachable', message)
}

/** Makes the error for what a node does not give. @param what a clause about it */
export function unavailableAs(code: 'exposure-unavailable' | 'history-unavailable', what: string) {
  return ({ kind, message }: RpcFailure): WardenError =>
    new WardenError({
      kind: kind === 'rate' ? 'rate-limited' : 'unavailable',
      code,
      message: `${what}: ${message}`,
    })
}

function noNode(chainId: string, isPaused: boolean): WardenError {
  const chain = chainName(chainId)
  return unavailable('no-node', isPaused ? `the nodes of ${chain} are paused` : `no node of ${chain} is configured`, {
    parameters: { chain, ...(isPaused && { isPaused: 'true' }) },
  })
}

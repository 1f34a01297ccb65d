import {
  type ChainObserver,
  noSuchNode,
  type Observed,
  type ObserveRequest,
  type SimulateOptions,
} from '../chain/observer.ts'
import { simulationUnavailable } from '../problems/problem.ts'

/**
 * The analysis with what a node says; undefined where none is asked.
 * @throws Problem 400 for an unknown node; `simulation-unavailable` in mode yes without a simulation
 */
export async function observeChain(
  chain: ChainObserver | undefined,
  { mode, ...options }: SimulateOptions,
  request: Omit<ObserveRequest, 'options'>,
): Promise<Observed | undefined> {
  if (mode === 'no') return undefined
  const observed = await chain?.observe({ ...request, options })
  if (!observed && options.node !== undefined) throw noSuchNode(options.node, request.analysis.transaction.chainId)
  if (mode === 'yes') refuseWithoutSimulation(observed)
  return observed
}

function refuseWithoutSimulation(observed: Observed | undefined): void {
  if (!observed) throw simulationUnavailable('no node of this chain is configured')
  const { status, reason } = observed.observation.simulation
  if (status === 'unavailable') throw simulationUnavailable(reason ?? 'the node did not answer')
}

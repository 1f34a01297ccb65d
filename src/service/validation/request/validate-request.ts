import type { ProductType } from '../../../api/vocabulary.ts'
import type { ChainObserver, Observed, ObserveRequest, SimulateOptions } from '../../chain/observer.ts'
import { simulationUnavailable, unknownNode } from '../../problems/problem.ts'
import type { Reads, ServiceConfiguration } from '../../records/reads/reads.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { MeteredValidation } from '../../runtime/meters.ts'
import { type ValidationOutcome, validate } from '../validate.ts'

/** What a check reads: committed state only, outside a transaction. */
export interface CheckContext {
  readonly reads: Reads
  /** Undefined: no node can be read. */
  readonly chain?: ChainObserver | undefined
  /** Time of the request (ms). */
  readonly now: number
  /** Gets each verdict, to count it once it is answered. */
  readonly validated?: (validation: MeteredValidation) => void
}

export interface CheckOptions {
  readonly product: ProductType
  readonly simulate: SimulateOptions
}

interface RequestOptions extends CheckOptions {
  /** It is read before the analysis: its revision must not be newer than the evidence. */
  readonly configuration: ServiceConfiguration
  /** The caller gave this trace. */
  readonly trace?: Trace | undefined
  /** Repeats the analysis with what a node says. */
  readonly analyze: NonNullable<ObserveRequest['analyze']>
}

/**
 * Reads a node as the request wants it, then validates.
 * @throws Problem 400 for an unknown node; `simulation-unavailable` in mode yes without a simulation
 */
export async function validateRequest(
  offline: Analysis,
  { configuration, product, simulate, trace, analyze }: RequestOptions,
  { reads, chain, now, validated }: CheckContext,
): Promise<ValidationOutcome> {
  const { chains } = configuration
  const observed = await readNode(chain, simulate, { analysis: offline, chains, trace, analyze })
  const { analysis = offline, observation } = observed ?? {}
  const hasNode = chain?.hasNode(analysis.transaction.chainId, chains) ?? false
  const outcome = await validate({ analysis, observation, trace }, { product, configuration, hasNode, reads, now })
  const { status, valid, coverage } = outcome.assessment
  validated?.({ product, chainId: analysis.transaction.chainId, status, valid, coverage })
  return outcome
}

/** The analysis with what a node says; undefined where none is read. */
async function readNode(
  chain: ChainObserver | undefined,
  { mode, ...options }: SimulateOptions,
  request: Omit<ObserveRequest, 'options'>,
): Promise<Observed | undefined> {
  if (mode === 'no') return undefined
  const observed = await chain?.observe({ ...request, options })
  const { chainId } = request.analysis.transaction
  if (observed && 'unknownNode' in observed) throw unknownNode(observed.unknownNode, chainId)
  if (!observed && options.node !== undefined) throw unknownNode(options.node, chainId)
  if (mode === 'yes') refuseWithoutSimulation(observed)
  return observed
}

function refuseWithoutSimulation(observed: Observed | undefined): void {
  if (!observed) throw simulationUnavailable('no node of this chain is configured')
  const { status, reason } = observed.observation.simulation
  if (status === 'unavailable') throw simulationUnavailable(reason ?? 'the node did not answer')
}

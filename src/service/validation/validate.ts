/**
 * Room: Validates a transaction: gathers evidence, records and confirms history, prices the loss.
 *
 * One value grows in five steps: read (`request`), analyze, observe, assess (`assess.ts`, `evidence`), word (`answer.ts`).
 * `transaction-row.ts` stores it. `reports` is the only place where a claim about a mined transaction becomes history.
 */

import type { ProductType } from '../../api/vocabulary.ts'
import type { ChainObserver, Observed, SimulateOptions } from '../chain/observer.ts'
import { simulationUnavailable, unknownNode } from '../problems/problem.ts'
import type { Reads, ServiceConfiguration } from '../records/reads/reads.ts'
import { analyzerOf } from './analyze-with-imports.ts'
import { word } from './answer.ts'
import { assess } from './assess.ts'
import type { ObservedSubject, Reading } from './evidence/subject.ts'
import { type Asking, type UndecidedOutcome, undecided } from './with-policies.ts'

/** What a check reads: committed state only, outside a transaction. */
export interface CheckContext extends Asking {
  readonly reads: Reads
  /** Absent when no node can be read. */
  readonly chain?: ChainObserver | undefined
  /** Time of the request (ms). */
  readonly now: number
}

export interface CheckOptions {
  readonly product: ProductType
  readonly simulate: SimulateOptions
}

/**
 * Validates what a request says, with a node as it wants, up to what policies decide.
 * @param configuration read before: its revision must not be newer than the evidence
 * @throws Problem 400 for an unknown node; `simulation-unavailable` in mode yes without a simulation
 */
export async function validate(
  reading: Reading,
  configuration: ServiceConfiguration,
  { product, simulate }: CheckOptions,
  { reads, chain, now, caller, validated }: CheckContext,
): Promise<UndecidedOutcome> {
  const { chainId } = reading
  const observed = await observe(reading, simulate, configuration, { reads, chain })
  const hasNode = chain?.hasNode(chainId, configuration.chains) ?? false
  const options = { product, configuration, hasNode, reads, now }
  const assessed = await assess(observed, options)
  return undecided(word(assessed), reading, options, { caller, validated })
}

/** Analyzes what was read, and again with what a node says. */
async function observe(
  { chainId, trace, analyze }: Reading,
  { mode: asked, ...options }: SimulateOptions,
  { chains, contracts, policies }: ServiceConfiguration,
  { reads, chain }: Pick<CheckContext, 'reads' | 'chain'>,
): Promise<ObservedSubject> {
  const analyzeWith = analyzerOf(reads, contracts, { chainId, analyze })
  const analysis = await analyzeWith(trace)
  // Who is under a policy does not choose what it is checked on.
  const mode = asked === 'no' && policies.rows.length > 0 ? 'auto' : asked
  if (mode === 'no') return { analysis, observation: undefined, trace }
  const observed = await chain?.observe({
    analysis,
    chains,
    options,
    trace,
    analyze: (found, accounts) => analyzeWith(trace ?? found, accounts),
  })
  if (observed && 'unknownNode' in observed) throw unknownNode(observed.unknownNode, chainId)
  if (!observed && options.node !== undefined) throw unknownNode(options.node, chainId)
  if (mode === 'yes') refuseWithoutSimulation(observed)
  return { analysis, observation: undefined, ...observed, trace }
}

function refuseWithoutSimulation(observed: Observed | undefined): void {
  if (!observed) throw simulationUnavailable('no node of this chain is configured')
  const { status, reason } = observed.observation.simulation
  if (status === 'unavailable') throw simulationUnavailable(reason ?? 'the node did not answer')
}

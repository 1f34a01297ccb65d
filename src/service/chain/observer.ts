import { CHAIN_TIMEOUT_MS, type SimulateMode } from '../../api/vocabulary.ts'
import type { Analysis } from '../risk/analyze.ts'
import type { ChainObservation } from '../risk/chain/observation.ts'
import type { Trace } from '../risk/trace/trace.ts'

export interface ObserveOptions {
  /** Id of the only node to ask. */
  readonly node: string | undefined
  /** Number or hash; default: the head. */
  readonly block: string | undefined
  /** Budget for all requests (ms). */
  readonly timeoutMs: number
}

/** What a request says about the nodes to ask. */
export interface SimulateOptions extends ObserveOptions {
  readonly mode: SimulateMode
}

/** Of a request that says nothing. */
export const simulateByDefault: SimulateOptions = {
  mode: 'auto',
  node: undefined,
  block: undefined,
  timeoutMs: CHAIN_TIMEOUT_MS.default,
}

export interface Observed {
  readonly observation: ChainObservation
  /** With the trace of the node, where it has one. */
  readonly analysis: Analysis
}

export interface ChainObserver {
  /**
   * Asks a node about the accounts of a transaction and simulates it. Undefined: no node of the chain is configured. Never
   * throws for what a node does: then the observation says what is missing.
   * @param analysis without a trace, or with the one that the caller gave
   * @param analyze repeats the analysis with the trace of the node; undefined: the caller gave a trace
   * @param onAsk called before a node is asked
   * @throws Problem 400 for an unknown node
   */
  observe(
    analysis: Analysis,
    options: ObserveOptions,
    analyze: ((trace: Trace) => Promise<Analysis>) | undefined,
    onAsk?: () => void,
  ): Promise<Observed | undefined>
}

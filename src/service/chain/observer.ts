import { CHAIN_TIMEOUT_MS, type SimulateMode } from '../../api/vocabulary.ts'
import type { Analysis } from '../risk/analyze.ts'
import type { ChainObservation } from '../risk/chain/observation.ts'
import type { Trace } from '../risk/trace/trace.ts'

/** What a request says about the nodes to ask. */
export interface SimulateOptions {
  readonly mode: SimulateMode
  /** Id of the only node to ask. */
  readonly node: string | undefined
  /** Number or hash; default: the head. */
  readonly block: string | undefined
  /** Budget for all requests (ms). */
  readonly timeoutMs: number
}

export interface ObserveOptions extends SimulateOptions {
  readonly mode: Exclude<SimulateMode, 'no'>
  /** A trace that the caller gave: it takes the place of the node's. */
  readonly trace: Trace | undefined
}

/** Of a request that says nothing. */
export const simulateByDefault: SimulateOptions = {
  mode: 'auto',
  node: undefined,
  block: undefined,
  timeoutMs: CHAIN_TIMEOUT_MS.default,
}

export interface ChainObserver {
  /**
   * Asks a node about the accounts of a transaction and simulates it. Undefined: no node of the chain is configured. Never
   * throws for what a node does: then the observation says what is missing.
   * @param analyze the analysis with the trace that was found
   */
  observe(
    analysis: Analysis,
    options: ObserveOptions,
    analyze: (trace: Trace) => Analysis,
  ): Promise<ChainObservation | undefined>
}

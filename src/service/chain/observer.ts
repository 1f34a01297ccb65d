import type { Analysis } from '../risk/analyze.ts'
import type { ChainObservation } from '../risk/chain/observation.ts'
import type { Trace } from '../risk/trace/trace.ts'

export const simulateModes = ['auto', 'yes', 'no'] as const
/** auto: where a node is configured, and without it the verdict stands · yes: no verdict without it · no: asks no node. */
export type SimulateMode = (typeof simulateModes)[number]

export interface ObserveOptions {
  readonly mode: Exclude<SimulateMode, 'no'>
  /** Id of the only node to ask. */
  readonly node: string | undefined
  /** Number or hash; default: the head. */
  readonly block: string | undefined
  /** Budget for all requests (ms). */
  readonly timeoutMs: number
  /** A trace that the caller gave: it takes the place of the node's. */
  readonly trace: Trace | undefined
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

export const DEFAULT_CHAIN_TIMEOUT_MS = 2000

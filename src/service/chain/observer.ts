import { CHAIN_TIMEOUT_MS, type SimulateMode } from '../../api/vocabulary.ts'
import type { Analysis } from '../risk/analyze.ts'
import type { ChainObservation } from '../risk/chain/observation.ts'
import type { Trace } from '../risk/trace/trace.ts'
import type { StoredChains } from '../store/repositories/chain-nodes.ts'
import type { MinedTransaction } from './blocks/block.ts'
import type { StepTraces } from './traces.ts'

export interface ObserveOptions {
  /** Id of the only node to use. */
  readonly node: string | undefined
  /** Number or hash; default: the head. */
  readonly block: string | undefined
  /** Budget for all requests (ms). */
  readonly timeoutMs: number
}

/** What a request says about the simulation and its nodes. */
export interface SimulateOptions extends ObserveOptions {
  readonly mode: SimulateMode
}

/** Options of a request that says nothing about the simulation. */
export const simulateByDefault: SimulateOptions = {
  mode: 'auto',
  node: undefined,
  block: undefined,
  timeoutMs: CHAIN_TIMEOUT_MS.default,
}

export type AnalyzeObserved = (trace: Trace | undefined, accounts: ChainObservation['accounts']) => Promise<Analysis>

export interface ObserveRequest {
  /** The analysis without a trace, or with the one that the caller gave. */
  readonly analysis: Analysis
  readonly chains: StoredChains
  readonly options: ObserveOptions
  /** The trace that the caller gave, which replaces that of the node. */
  readonly trace?: Trace | undefined
  /** Repeats the analysis with the trace of the node, where it gives one, and with what the accounts are. */
  readonly analyze?: AnalyzeObserved | undefined
  /** Called before the first request to a node. */
  readonly onRequest?: (() => void) | undefined
}

/** A transaction of a block with what is known of it before a node gives its trace. */
export interface MinedSubject {
  readonly mined: MinedTransaction
  /** Its receipt as one call with all events; complete where that is all it does. */
  readonly trace: Trace
  /** Accounts whose changes are shown. */
  readonly owners: readonly string[]
  /** Changes that are only pretended, as `owner token`. */
  readonly pretended: ReadonlySet<string>
  /** The analysis of the receipt. */
  readonly analysis: Analysis
  /** Repeats the analysis with the trace of the node, and with what the accounts were. */
  readonly analyze: (trace: Trace, accounts?: ChainObservation['accounts']) => Promise<Analysis>
}

export interface ObserveBlockRequest {
  readonly chainId: string
  readonly chains: StoredChains
  /** At least one, all of one block; the most important first. */
  readonly transactions: readonly MinedSubject[]
  /** Traces that were read already. */
  readonly traces?: StepTraces | undefined
  /** Budget for all requests (ms). */
  readonly timeoutMs: number
}

export interface Observed {
  readonly observation: ChainObservation
  /** The analysis with the trace of the node, where it has one. */
  readonly analysis: Analysis
}

/** The chain has no node with the id that the request names. */
export interface UnknownNode {
  readonly unknownNode: string
}

export interface ChainObserver {
  /**
   * Reads the accounts of a transaction from a node and simulates it. Undefined: no node of the chain is configured. Never
   * throws for what a node does: then the observation says what is missing.
   */
  observe(request: ObserveRequest): Promise<Observed | UnknownNode | undefined>
  /** Whether the chain has nodes, paused or not. */
  hasNode(chainId: string, chains: StoredChains): boolean
}

export interface BlockObserver {
  /** Reads from a node what transactions of a block did, all together. In their order; otherwise like `observe`. */
  observeBlock(request: ObserveBlockRequest): Promise<readonly Observed[] | undefined>
}

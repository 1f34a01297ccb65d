import type { ObservedBlock } from '../../risk/chain/observation.ts'
import type { RpcFailure, RpcNode } from '../rpc/json-rpc.ts'
import type { Refusals } from '../rpc/refusals.ts'

/** What a node can do, found by questions with a known answer. */
export interface Capabilities {
  /** `eth_call` runs code that a state override puts at an address, and keeps the storage there. */
  readonly overrides: boolean
  /** `debug_traceCall` with callTracer and events. */
  readonly trace: boolean
  /** `eth_simulateV1` with events, transfers and overrides. */
  readonly simulate: boolean
  /** `eth_getBlockReceipts`. */
  readonly receipts: boolean
  /** State of three days ago. */
  readonly archive: boolean
  /** Accepts a batch of requests. */
  readonly batch: boolean
}

/** What traces are asked for, as the probe of a node tests it: calls and events. */
export const CALL_TRACER = { tracer: 'callTracer', tracerConfig: { withLog: true } } as const

/** Whether there is a method that shows what a transaction does. */
export function canSimulate({ simulate, trace, overrides }: Capabilities): boolean {
  return simulate || trace || overrides
}

/** A node of a chain, ready for requests. */
export interface ChainNode {
  /** Id of a stored node, or `env:<chain>:<n>` for one of the environment. */
  readonly id: string
  readonly chainId: string
  readonly rpc: RpcNode
  readonly can: Capabilities
  readonly refusals: Refusals
}

/** The head of a chain as one node sees it, with what a realistic next block needs. Quantities as numbers, wei as bigint. */
export interface NodeHead extends ObservedBlock {
  readonly parentHash: string
  readonly feeRecipient: string
  readonly gasLimit: bigint
  /** Wei; undefined before EIP-1559. */
  readonly baseFee: bigint | undefined
}

/** A block that is not the head. */
export interface PastBlock extends ObservedBlock {
  /** Its state was that of the chain until then (s), as far as known: the time of the next block. */
  readonly until: number
}

/** A node that answered: what it can do is known, and its head is as new as it says. */
export interface ReadyNode {
  readonly node: ChainNode
  readonly head: NodeHead
  /** The newest block known to be three days older than the head, or the genesis block of a younger chain. */
  readonly past: PastBlock | undefined
  /** Why the head may be an old one; undefined for a fresh head. */
  readonly lag: RpcFailure | undefined
  /** Whether the head comes from an earlier request: a block may have come since. */
  readonly isHeadKept: boolean
}

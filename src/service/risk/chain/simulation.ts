import type { Allowance } from '../../evm/allowance.ts'
import type { AssetId } from '../../evm/asset.ts'
import type { BalanceChange } from '../../evm/holdings.ts'
import type { Trace } from '../trace/trace.ts'
import type { NamedControl } from './control-events.ts'
import type { SafeReading } from './safe-state.ts'

export const simulationStatuses = ['ok', 'reverted', 'unavailable'] as const
/** reverted: the transaction fails at this block; that says nothing about the next one. */
export type SimulationStatus = (typeof simulationStatuses)[number]

/**
 * How it was simulated, the best first. `trace` shows calls and events; `simulate` (eth_simulateV1) and `probe` (eth_call
 * with code of ours as that of the sender) measure balances before and after. receipt: what a block has of it, by its events. none: it did
 * not run.
 */
export const simulationMethods = [
  'trace+simulate',
  'simulate',
  'trace+probe',
  'probe',
  'trace',
  'receipt',
  'none',
] as const
export type SimulationMethod = (typeof simulationMethods)[number]

/** An allowance or an operator that holds afterwards and did not before, or a larger allowance than before. */
export interface SimulatedApproval extends Allowance, AssetId {
  readonly id: bigint | undefined
  /** Allowance of erc20, as it is afterwards; undefined for an item or an operator of all items. */
  readonly amount: bigint | undefined
  /** What the spender took in a simulated next block, base units or number of items; undefined: not tried, or it failed. */
  readonly takes: bigint | undefined
}

/** An allowance that is lower than before, or a right that has ended: it permits nothing more. `takes` is not tried. */
export interface LoweredApproval extends SimulatedApproval {
  /** The allowance before, in base units; undefined: an item or an operator, whose right has ended. */
  readonly before: bigint | undefined
}

export function hasEnded({ amount, before }: LoweredApproval): boolean {
  return before === undefined || amount === 0n
}

/** The same asset of the same owner in two environments: what the contract shows, and what it does. */
export interface EnvironmentDifference extends AssetId {
  readonly owner: string
  /** In the default environment of nodes: no fee recipient, no base fee. */
  readonly plain: bigint
  /** In an environment as that of the next block. */
  readonly realistic: bigint
}

/** A word of storage that the run changes. */
export interface SlotChange {
  readonly contract: string
  /** 32 bytes, as the values. */
  readonly slot: string
  readonly before: string
  readonly after: string
  /** An event of the contract names the new value. */
  readonly isLogged: boolean
}

export interface SimulationEvidence {
  readonly status: SimulationStatus
  readonly method: SimulationMethod
  /** Why it is reverted or unavailable: one sentence without a period. */
  readonly reason: string | undefined
  /** The worse of both environments, for the sender and its accounts, the sender's first. */
  readonly changes: readonly BalanceChange[]
  /** The same by events: what the contracts say. */
  readonly claims: readonly BalanceChange[]
  readonly approvals: readonly SimulatedApproval[]
  /** They are reported to the user; no detector uses them. */
  readonly lowered: readonly LoweredApproval[]
  readonly differences: readonly EnvironmentDifference[]
  /** Storage that it changes, as far as the node shows it: all of it, or slots of known kinds. */
  readonly slots: readonly SlotChange[]
  /** Who gains control of contracts by their events: what the contracts say. */
  readonly control: readonly NamedControl[]
  /** What controls the Safes that execute here or are called, at most two. */
  readonly safes: readonly SafeReading[]
  readonly trace: Trace | undefined
  /** The balances were read before and after; otherwise `changes` are what the trace shows. */
  readonly isMeasured: boolean
  /** What was simulated instead of the transaction itself: the call of a Safe, of a user operation. */
  readonly simulated: 'transaction' | 'inner call'
  /** It was not simulated: a block has it. */
  readonly isExecuted?: true
}

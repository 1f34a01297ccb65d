import type { ChainAccount } from './account.ts'
import type { Simulation } from './simulation.ts'

/** What a node says about a transaction at one block. */
export interface ChainObservation {
  /** Host of the node; undefined: no node answered. */
  readonly node: string | undefined
  readonly block: Block | undefined
  readonly accounts: ReadonlyMap<string, ChainAccount>
  readonly simulation: Simulation
  /** What could not be read, one line each, without a period. */
  readonly missing: readonly string[]
}

export interface Block {
  readonly number: bigint
  readonly hash: string
  /** Seconds since 1970. */
  readonly timestamp: number
}

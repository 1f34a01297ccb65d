/** Room: What a node says, as types and pure readings: accounts, simulation, claims of events. */

import type { MissingData } from '../../../api/text/missing.ts'
import type { ChainAccount } from './account.ts'
import type { SimulationEvidence } from './simulation.ts'

/** What a node says about a transaction at one block. */
export interface ChainObservation {
  /** Host of the node; undefined: no node answered. */
  readonly node: string | undefined
  readonly block: ObservedBlock | undefined
  readonly accounts: ReadonlyMap<string, ChainAccount>
  readonly simulation: SimulationEvidence
  /** Owners of the positions that the calls name, by "contract id". */
  readonly owners?: ReadonlyMap<string, string>
  /** What could not be read. */
  readonly missing: readonly MissingData[]
}

export interface ObservedBlock {
  readonly number: bigint
  readonly hash: string
  /** Seconds since 1970. */
  readonly timestamp: number
}

import type { InnerCall } from '../../risk/decode/unwrap/inner-call.ts'

/** State overrides are listed by address. */
export type Overrides = Readonly<Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>>>

/** A call as it is simulated. */
export interface SimulatedCall extends Pick<InnerCall, 'actor' | 'to' | 'value' | 'operation' | 'data'> {
  /** msg.sender of a delegatecall; otherwise the actor. */
  readonly caller: string
}

/** What is simulated. Addresses in lower case. */
export interface SimulationSubject {
  readonly simulated: 'transaction' | 'inner call'
  /** One after another, at least one. */
  readonly calls: readonly [SimulatedCall, ...SimulatedCall[]]
  /** The accounts whose assets count: the sender, then those that it acts for. */
  readonly owners: readonly string[]
  /** Code of accounts that the authorizations of the transaction delegate (EIP-7702). */
  readonly delegations: ReadonlyMap<string, string>
  /** A Safe executes its transaction without the signatures of its owners. */
  readonly execution?: SafeExecution
}

export interface SafeExecution {
  readonly safe: string
  /** It has no guard in this run. */
  readonly isUnguarded: boolean
  /** The executor is made up: an owner takes its place when the owners are known. */
  readonly isOpen: boolean
  /** Code and storage that make up signatures. */
  readonly overrides: Overrides
}

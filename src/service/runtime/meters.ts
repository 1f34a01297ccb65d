import type { PolicyMode, PolicyResult } from '../../api/policies/results.ts'
import type { Coverage, ProductType, Status } from '../../api/vocabulary.ts'

/** An answered validation, as it is counted. */
export interface MeteredValidation {
  readonly product: ProductType
  readonly chainId: string
  readonly status: Status
  readonly valid: boolean
  readonly coverage: Coverage
  /** What each policy says that applies and does not allow it. */
  readonly policies: readonly MeteredPolicy[]
}

export interface MeteredPolicy {
  readonly policy: string
  readonly mode: PolicyMode
  readonly result: PolicyResult
}

/** How a node answered one JSON-RPC request. limited: too many requests. */
export type NodeOutcome = 'answered' | 'limited' | 'timeout' | 'failed'

/** Gets what the rooms of the service do, to count it. Absent: nothing is measured. */
export interface Meters {
  validated(validation: MeteredValidation, ms: number): void
  /** The body of a request had members that are unknown here. */
  membersIgnored(): void
  /** A person approved or rejected a hold that waited so long. */
  holdDecided(waitedMs: number): void
  /** A transaction of one or several writes was committed. */
  committed(ms: number): void
  /** The database failed, not the work in it. */
  databaseFailed(): void
  nodeAnswered(chainId: string, outcome: NodeOutcome): void
  blocksFollowed(chainId: string, blocks: number): void
  /** Verdicts, and listed counterparties, that a rescreen stored: they got worse. */
  rescreened(changes: number): void
}

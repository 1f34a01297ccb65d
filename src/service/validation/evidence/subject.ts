import type { ProductType } from '../../../api/vocabulary.ts'
import type { MaxFee } from '../../policies/items.ts'
import type { Reads, ServiceConfiguration } from '../../records/reads/reads.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { Executed } from '../../risk/chain/executed.ts'
import type { ChainObservation } from '../../risk/chain/observation.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { ImportedMessages } from '../../risk/typed-data/analyze-message.ts'

/** A transaction or message as it was read. */
export interface Reading {
  readonly chainId: string
  /** The caller gave this trace. */
  readonly trace?: Trace | undefined
  /** Account nonce of the sender, decimal; absent: not given. */
  readonly nonce?: string | undefined
  /** The most that fees can cost; absent: a message has none. */
  readonly maxFee?: MaxFee | undefined
  /** Analyzes with functions beyond the built-in tables. */
  analyze(trace: Trace | undefined, imported: ImportedMessages): Analysis
}

/** What a transaction or a message does, as far as it is known. */
export interface ObservedSubject {
  readonly analysis: Analysis
  /** What a node says about it. Undefined: none was read. */
  readonly observation: ChainObservation | undefined
  /** The caller gave this trace: it takes the place of the node's. */
  readonly trace?: Reading['trace']
  /** A block has the transaction: what it did to monitored addresses. */
  readonly executed?: Executed | undefined
  /** Accounts that others did something to: their loss counts. Undefined: the sender's does. */
  readonly affected?: ReadonlySet<string> | undefined
}

export interface AssessOptions {
  readonly product: ProductType
  /** It is read before the subject is observed: its revision must not be newer than the evidence. */
  readonly configuration: ServiceConfiguration
  /** Whether a node of the chain is configured: then reports count when it confirmed them. */
  readonly hasNode: boolean
  readonly reads: Reads
  /** ms since 1970. */
  readonly now: number
}

/** Room: Which messages follow: included, confirmed, retracted, digests, notices. */

import type { Validated } from '../../alerts/matching/build-event.ts'
import type { EnqueueContext } from '../../alerts/matching/enqueue-alerts.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { ChainEventRow } from '../../store/schema/schema.ts'

/** One chain, in the database transaction that stores what is reported: the messages commit with it or not at all. */
export interface NotifyContext extends EnqueueContext {
  /** Active ones of all types. */
  readonly alerts: readonly StoredAlert[]
  readonly chainId: string
  /** Wall clock (ms). */
  readonly now: number
  /** Number of the last block that was applied, also by this transaction. */
  readonly tip: number
  /** Number of the last final block; undefined: the node does not say. */
  readonly finalized: number | undefined
}

/** It is a transaction of a block, or what happened to one address outside of all transactions. */
export interface StoredTransaction {
  /** As they are stored. */
  readonly events: readonly ChainEventRow[]
  /** The stored transaction; undefined: there is none. */
  readonly validated: Validated | undefined
}

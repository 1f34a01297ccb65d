import type { Clock } from '../../../shared/time/clock.ts'
import type { NodePool } from '../../chain/nodes/node-pool.ts'
import type { ChainObserver } from '../../chain/observer.ts'
import type { Reads } from '../../records/reads/reads.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { SafeRow } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import type { DeadlineClock } from '../../store/writes/deadline-clock.ts'
import type { TransactionService } from '../transaction-service/service-client.ts'

export interface PollDeps {
  readonly store: Store
  readonly clock: Clock
  readonly deadlines: DeadlineClock
  readonly newId: Ids
  readonly reads: Reads
  readonly chain: ChainObserver | undefined
  readonly pool: () => Promise<NodePool>
  /** Wakes the courier after a commit that added messages. */
  readonly wake: () => void
  readonly report: (error: unknown) => void
  /** Resolves to undefined when the Safe has no transaction service. */
  readonly openService: (safe: SafeRow) => Promise<TransactionService | undefined>
}

/** A lease that is not renewed for this long is free for another server (ms). */
export const LEASE_MS = 30_000

/** Blocks below the last ones that are read again for events: a reorg moved them. */
export const REORG_BLOCKS = 64n

/** Notes why work failed, and resolves to undefined then. @throws failures of the database */
export type PollAttempt = <T>(work: Promise<T>) => Promise<T | undefined>

/** Why something was not read, as it is noted with the Safe. */
export interface PollFault {
  readonly code: string
  /** One line. */
  readonly message: string
  /** Wait that the service requests (ms). */
  readonly retryAfterMs?: number | undefined
}

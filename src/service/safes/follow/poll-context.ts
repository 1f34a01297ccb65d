import type { Clock } from '../../../shared/time/clock.ts'
import type { EnqueueContext } from '../../alerts/matching/enqueue-alerts.ts'
import type { NodePool } from '../../chain/nodes/node-pool.ts'
import type { ChainObserver } from '../../chain/observer.ts'
import type { Reads } from '../../records/reads/reads.ts'
import type { Ids } from '../../runtime/deps.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import { fenceSafe, type PollChanges } from '../../store/repositories/safes.ts'
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
  /** Undefined: the Safe has no transaction service. */
  readonly openService: (safe: SafeRow) => Promise<TransactionService | undefined>
  /** Wait until the next poll (ms), so that the quota lasts. */
  readonly intervalOf: (safe: SafeRow) => Promise<number>
}

/** A lease that is not renewed for this long is free for another server (ms). */
export const LEASE_MS = 30_000

/** Blocks below the last ones that are read again for events: a reorg moved them. */
export const REORG_BLOCKS = 64n

/** A Safe whose lease this process has. */
export interface Held {
  readonly safe: SafeRow
  readonly claimId: string
}

/**
 * One commit of a poll: what is stored and its messages, or neither. It fails when another server took the lease, and renews it.
 * @throws SafeLeaseLost
 */
export async function commit(
  { safe, claimId }: Held,
  deps: PollDeps,
  changes: PollChanges,
  work: (context: EnqueueContext, alerts: readonly StoredAlert[]) => Promise<void> = async () => {},
): Promise<void> {
  const { store, deadlines, newId, reads, wake } = deps
  const alerts = await reads.alerts()
  const deadlineNow = deadlines.now()
  let isFed = false
  await store.write(async (db) => {
    isFed = false
    const fence = { id: safe.id, claimId, updatedAt: safe.updated_at }
    await fenceSafe(db, fence, { ...changes, lease_until: deadlineNow + LEASE_MS })
    const context = {
      ...{ db, deadlineNow, newId },
      wake: () => {
        isFed = true
      },
    }
    await work(context, alerts)
  })
  if (isFed) wake()
}

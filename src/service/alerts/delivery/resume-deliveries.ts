import { isSameReceiver } from '../../destinations/secrets.ts'
import { makePendingDue } from '../../store/repositories/deliveries.ts'
import { endBackoff, resetQueue } from '../../store/repositories/destination-queues.ts'
import type { Db, DestinationRow } from '../../store/schema/schema.ts'

/**
 * Retries pending deliveries now when their destination was switched on or got another receiver or token. A Retry-After of
 * the same receiver still holds.
 */
export async function resumeDeliveries(
  before: DestinationRow,
  after: DestinationRow,
  { db, now, wake }: { readonly db: Db; readonly now: number; wake(): void },
): Promise<void> {
  const hasMoved = !isSameReceiver(before, after)
  if (hasMoved) await resetQueue(db, after.id)
  const mayWorkNow = hasMoved || after.sealed_token !== before.sealed_token || before.state === 'INACTIVE'
  if (!mayWorkNow || after.state === 'INACTIVE') return
  await endBackoff(db, [after.id])
  await makePendingDue(db, after.id, now)
  wake()
}

import type { DestinationSecrets } from '../../destinations/destination.ts'
import { hastenPendingOf } from '../../store/repositories/deliveries.ts'
import { reopenQueues, resetQueue } from '../../store/repositories/destination-queues.ts'
import type { Db, DestinationRow } from '../../store/schema.ts'

/** A destination before and after a change of its owner. */
export interface Changed {
  readonly row: Pick<DestinationRow, 'id' | 'state'>
  readonly secrets: DestinationSecrets
}

/**
 * Has what waits for a destination leave at once when it was switched on, or got another address or token. A wait that
 * its receiver asked for holds as long as it is the same receiver.
 */
export async function resumeDeliveries(
  before: Changed,
  after: Changed,
  { db, now, wake }: { readonly db: Db; readonly now: number; wake(): void },
): Promise<void> {
  const { id, state } = after.row
  const isElsewhere = placeOf(after.secrets) !== placeOf(before.secrets)
  if (isElsewhere) await resetQueue(db, id)
  const isMended = isElsewhere || after.secrets.token !== before.secrets.token || before.row.state === 'INACTIVE'
  if (!isMended || state === 'INACTIVE') return
  await reopenQueues(db, [id])
  await hastenPendingOf(db, id, now)
  wake()
}

/** Whom messages reach; the token of a webhook only signs them. */
function placeOf({ channel, webhookUrl, chatId, token }: DestinationSecrets): string {
  return JSON.stringify([channel, webhookUrl, chatId, channel === 'TELEGRAM' && token])
}

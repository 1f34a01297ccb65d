import { MOST_QUIET, type QuietDeliveries } from '../../../api/schemas/quiet.ts'
import { deliveriesInState, type QuietDeliveryRow } from '../../store/repositories/alert-events.ts'
import type { Db } from '../../store/schema/schema.ts'
import { endOfSilence } from './silence.ts'

/**
 * What silences hid of the messages about stored transactions, and what digests send.
 * @param alertId undefined: of all alerts
 * @returns by the id of the transaction; one without such messages is absent
 */
export async function quietDeliveriesOf(
  db: Db,
  svcTxIds: readonly string[],
  alertId?: string,
): Promise<ReadonlyMap<string, QuietDeliveries>> {
  if (svcTxIds.length === 0) return new Map()
  const of = { svcTxIds, alertId }
  const most = MOST_QUIET * svcTxIds.length
  const silenced = await deliveriesInState(db, 'SILENCED', of, most)
  const grouped = await deliveriesInState(db, 'GROUPED', of, most)
  const found = new Map<string, QuietDeliveries>()
  for (const id of svcTxIds) {
    const own = (rows: readonly QuietDeliveryRow[]) =>
      rows.filter(({ svc_tx_id }) => svc_tx_id === id).slice(0, MOST_QUIET)
    const quiet = {
      silenced: own(silenced).map((row) => ({ ...shownOf(row), until: endOfSilence(row.error_message) })),
      grouped: own(grouped).map((row) => ({ ...shownOf(row), digestId: row.group_id ?? '' })),
    }
    const some = Object.fromEntries(Object.entries(quiet).filter(([, rows]) => rows.length > 0))
    if (Object.keys(some).length > 0) found.set(id, some)
  }
  return found
}

function shownOf({ id, alert_id, alert_name, destination_name }: QuietDeliveryRow) {
  return { deliveryId: id, alertId: alert_id, alertName: alert_name, destinationName: destination_name }
}

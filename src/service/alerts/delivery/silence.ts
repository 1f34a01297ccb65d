import { MOST_QUIET, type QuietDeliveries } from '../../../api/schemas/quiet.ts'
import { deliveriesInState, type QuietDeliveryRow } from '../../store/repositories/alert-events.ts'
import type { StoredAlert } from '../../store/repositories/alerts.ts'
import type { Db, EventSubject } from '../../store/schema/schema.ts'
import { timeInWords } from './messages/message-words.ts'

/** What decides whether a silence hides an event. */
interface Silenceable {
  readonly content: { readonly notice?: object }
  /** A sanction or a BLOCK entry was found; absent: it is not known. */
  readonly isListed?: boolean
}

export type Silence = Partial<Pick<StoredAlert, 'silenced_until' | 'silences_blocked'>>

/**
 * Until when the alert is silenced for an event (ms); undefined: it is not. Notices are never hidden, because they say that
 * something waits or that nothing is watched. What may be a sanction or a BLOCK entry is hidden only where that was requested.
 */
export function silencedUntil(
  { silenced_until, silences_blocked }: Silence,
  { content, isListed }: Silenceable,
  now: number,
): number | undefined {
  if (silenced_until == null || silenced_until <= now || content.notice !== undefined) return undefined
  return isListed === false || silences_blocked === 1 ? silenced_until : undefined
}

const REASON = 'the alert was silenced until '

/** What a delivery says that a silence hid. */
export function silenceReason(until: number): string {
  return `${REASON}${timeInWords(until)}`
}

/** @returns its end (ISO 8601) as a delivery says it */
function endOfSilence(reason: string): string {
  return new Date(reason.slice(REASON.length).replace(' UTC', 'Z').replace(' ', 'T')).toISOString()
}

/** Steps that change what a message before said. */
export function correctsMessage({ step }: Pick<EventSubject, 'step'>): boolean {
  return step === 'retracted' || step === 'included-again'
}

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

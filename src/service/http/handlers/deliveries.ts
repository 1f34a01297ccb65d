import type { Delivery } from '../../../api/schemas/delivery.ts'
import { notFound } from '../../problems/problem.ts'
import { alertEventsOf, type EventSummaryRow, findAlertEvent } from '../../store/repositories/alert-events.ts'
import {
  attemptsOf,
  findDelivery,
  pageOfDeliveries,
  retryDeliveries,
  unknownDeliveries,
} from '../../store/repositories/deliveries.ts'
import { dueAtOf, endBackoff, type QueueState, queueStatesOf } from '../../store/repositories/destination-queues.ts'
import { countUnplanned } from '../../store/repositories/fan-outs.ts'
import type { Db, DeliveryRow } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'
import { timeOf } from '../handler.ts'
import { growingPage } from './growing-page.ts'

export const deliveryHandlers = {
  async listDeliveries({ query }, { db, now }) {
    const filter = { ...query, ...timesOf(query) }
    const page = await growingPage(
      query,
      (request) => pageOfDeliveries(db, filter, request),
      (rows) => toDeliveries(db, rows, now),
    )
    const { unplanned } = await countUnplanned(db)
    return { ...page, ...(unplanned > 0 && { unplanned }) }
  },

  async getDelivery({ params }, { db, now }) {
    const id = params.deliveryId ?? ''
    const row = await findDelivery(db, id)
    const event = row && (await findAlertEvent(db, row.event_id))
    if (!row || !event) throw notFound('delivery', id)
    const tries = await attemptsOf(db, id)
    return {
      ...toDelivery(row, event, outlookOf(row, await queuesOf(db, [row], now), now)),
      tries: tries.map((tried) => ({
        number: tried.number,
        at: new Date(tried.at).toISOString(),
        latencyMs: tried.latency_ms,
        state: tried.state,
        errorMessage: tried.error_message,
      })),
      content: JSON.parse(event.content) as unknown,
    }
  },

  /** Attempts keep counting, so a failed delivery gets one more attempt. The Retry-After of a receiver still holds. */
  async retryDeliveries({ body }, { db, now, audit, wake }) {
    const [unknown] = body.ids === undefined ? [] : await unknownDeliveries(db, body.ids)
    if (unknown !== undefined) throw notFound('delivery', unknown)
    const retried = await retryDeliveries(db, { ...body, ...timesOf(body) }, now)
    await endBackoff(
      db,
      retried.map((row) => row.destination_id),
    )
    const one = body.ids?.length === 1 ? body.ids[0] : body.destinationId
    if (retried.length > 0) {
      await audit('delivery.retry', one ?? 'several', { after: { ...body, retried: retried.length } })
      wake()
    }
    const queues = await queuesOf(db, retried, now)
    const held = retried.filter((row) => queues.get(row.destination_id)?.state === 'INACTIVE')
    const heldBy = [...new Set(held.map((row) => row.destination_id))]
    return { retried: retried.length, ...(held.length > 0 && { held: held.length, heldBy }) }
  },
} satisfies Partial<Handlers>

function timesOf({ since, until }: { since?: string | undefined; until?: string | undefined }) {
  return { since: timeOf(since), until: timeOf(until) }
}

type QueueStates = ReadonlyMap<string, QueueState>

function queuesOf(db: Db, rows: readonly Pick<DeliveryRow, 'destination_id'>[], now: number): Promise<QueueStates> {
  return queueStatesOf(
    db,
    rows.map((row) => row.destination_id),
    now,
  )
}

type Outlook = Pick<Delivery, 'dueAt' | 'heldBy'>

/** When a pending delivery is due, or why it is held. */
function outlookOf(row: DeliveryRow, queues: QueueStates, now: number): Outlook {
  if (row.state !== 'PENDING') return {}
  const { state = 'ACTIVE', pausedUntil = 0, leasedUntil = 0 } = queues.get(row.destination_id) ?? {}
  if (state === 'INACTIVE') return { heldBy: 'the destination is inactive' }
  return { dueAt: new Date(dueAtOf(row, { pausedUntil, leasedUntil }, now)).toISOString() }
}

async function toDeliveries(db: Db, rows: readonly DeliveryRow[], now: number): Promise<Delivery[]> {
  const events = await alertEventsOf(
    db,
    rows.map((row) => row.event_id),
  )
  const byId = new Map(events.map((event) => [event.id, event]))
  const queues = await queuesOf(db, rows, now)
  return rows.flatMap((row) => {
    const event = byId.get(row.event_id)
    return event ? [toDelivery(row, event, outlookOf(row, queues, now))] : []
  })
}

function toDelivery(row: DeliveryRow, event: EventSummaryRow, outlook: Outlook): Delivery {
  return {
    id: row.id,
    eventId: event.id,
    alertId: event.alert_id,
    alertName: event.alert_name,
    alertType: event.alert_type,
    svcTxId: event.svc_tx_id ?? undefined,
    ...(event.step !== '' && { step: event.step }),
    kind: event.kind ?? undefined,
    destinationId: row.destination_id,
    destinationName: row.destination_name,
    channel: row.channel,
    state: row.state,
    ...(row.state === 'GROUPED' && row.group_id !== null && { groupId: row.group_id }),
    attempts: row.attempts,
    errorMessage: row.error_message,
    ...outlook,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

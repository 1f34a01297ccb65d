import type { Delivery } from '../../../api/schemas/delivery.ts'
import { notFound } from '../../problems/problem.ts'
import { alertEventsOf, findAlertEvent } from '../../store/repositories/alert-events.ts'
import {
  attemptsOf,
  findDelivery,
  makeDueAgain,
  pageOfDeliveries,
  unknownDeliveries,
} from '../../store/repositories/deliveries.ts'
import { type QueueState, queueStatesOf, reopenQueues } from '../../store/repositories/destination-queues.ts'
import type { AlertEventRow, Db, DeliveryRow } from '../../store/schema.ts'
import type { Handlers } from '../handler.ts'
import { growingPage } from './growing-page.ts'

export const deliveryHandlers: Pick<Handlers, 'listDeliveries' | 'getDelivery' | 'retryDeliveries'> = {
  listDeliveries: {
    mode: 'read',
    async run({ query }, { db, now }) {
      const filter = { ...query, ...timesOf(query) }
      return growingPage(
        query,
        (request) => pageOfDeliveries(db, filter, request),
        (rows) => toDeliveries(db, rows, now),
      )
    },
  },

  getDelivery: {
    mode: 'read',
    async run({ params }, { db, now }) {
      const id = params.deliveryId ?? ''
      const row = await findDelivery(db, id)
      const event = row && (await findAlertEvent(db, row.event_id))
      if (!row || !event) throw notFound('delivery', id)
      const tries = await attemptsOf(db, id)
      return {
        ...toDelivery(row, event, await waysOf(db, [row], now)),
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
  },

  /**
   * What arrived stays as it is; the tries go on counting, so that one that was given up gets one more each time. A wait
   * the receiver asked for holds all the same.
   */
  retryDeliveries: {
    mode: 'write',
    async run({ body }, { db, now, audit, wake }) {
      const [unknown] = body.ids === undefined ? [] : await unknownDeliveries(db, body.ids)
      if (unknown !== undefined) throw notFound('delivery', unknown)
      const retried = await makeDueAgain(db, { ...body, ...timesOf(body) }, now)
      await reopenQueues(
        db,
        retried.map((row) => row.destination_id),
      )
      const one = body.ids?.length === 1 ? body.ids[0] : body.destinationId
      if (retried.length > 0) {
        await audit('delivery.retry', one ?? 'several', { after: { ...body, retried: retried.length } })
        wake()
      }
      const ways = await waysOf(db, retried, now)
      const held = retried.filter((row) => ways.get(row.destination_id)?.state === 'INACTIVE').length
      return { retried: retried.length, ...(held > 0 && { held }) }
    },
  },
}

function timesOf({ since, until }: { since?: string | undefined; until?: string | undefined }) {
  return {
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
  }
}

type Ways = ReadonlyMap<string, QueueState>

function waysOf(db: Db, rows: readonly Pick<DeliveryRow, 'destination_id'>[], now: number): Promise<Ways> {
  return queueStatesOf(
    db,
    rows.map((row) => row.destination_id),
    now,
  )
}

/** When a pending one is tried next, or what has to happen first. */
function outlookOf(row: DeliveryRow, ways: Ways): Pick<Delivery, 'dueAt' | 'heldBy'> {
  if (row.state !== 'PENDING') return {}
  const { state = 'ACTIVE', pausedUntil = 0, leasedUntil = 0 } = ways.get(row.destination_id) ?? {}
  if (state === 'INACTIVE') return { heldBy: 'the destination is inactive' }
  return { dueAt: new Date(Math.max(row.due_at, pausedUntil, leasedUntil)).toISOString() }
}

async function toDeliveries(db: Db, rows: readonly DeliveryRow[], now: number): Promise<Delivery[]> {
  const events = await alertEventsOf(
    db,
    rows.map((row) => row.event_id),
  )
  const byId = new Map(events.map((event) => [event.id, event]))
  const ways = await waysOf(db, rows, now)
  return rows.flatMap((row) => {
    const event = byId.get(row.event_id)
    return event ? [toDelivery(row, event, ways)] : []
  })
}

function toDelivery(row: DeliveryRow, event: AlertEventRow, ways: Ways): Delivery {
  return {
    id: row.id,
    eventId: event.id,
    alertId: event.alert_id,
    alertName: event.alert_name,
    alertType: event.alert_type,
    svcTxId: event.svc_tx_id,
    destinationId: row.destination_id,
    destinationName: row.destination_name,
    channel: row.channel,
    state: row.state,
    attempts: row.attempts,
    errorMessage: row.error_message,
    ...outlookOf(row, ways),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

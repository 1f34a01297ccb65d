import type { OperationCall } from '../../../api/operations/operations.ts'
import type { Alert } from '../../../api/schemas/alert.ts'
import { DEFAULT_REPLAYED } from '../../../api/schemas/delivery.ts'
import { MAX_SILENCE_MS, monitorConditions } from '../../../api/vocabulary.ts'
import { invalidBody, Problem, requiring } from '../../problems/problem.ts'
import { contractFilterOf, filterColumns, filterOf, NO_ADDITIONS } from '../../records/alert-filter.ts'
import { requireBelowQuota } from '../../records/quotas.ts'
import {
  deleteAlert,
  findAlert,
  insertAlert,
  listAlerts,
  type StoredAlert,
  silenceAlert,
  updateAlert,
} from '../../store/repositories/alerts.ts'
import { unknownDestinations } from '../../store/repositories/destinations.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { Handlers } from '../handler.ts'
import { timeOf } from '../handler.ts'

export const alertHandlers = {
  async listAlerts({ hasAdditions }, { db, now }) {
    return { alerts: (await listAlerts(db)).map((row) => shown(row, now, hasAdditions)) }
  },

  async createAlert({ body }, { db, now, newId, audit }) {
    refuseMonitorConditions(body)
    await requireBelowQuota(db, 'alerts')
    const row: StoredAlert = {
      id: newId(),
      name: body.alertName,
      type: body.alertType,
      ...filterColumns(body.transactionFilter ?? {}, NO_ADDITIONS, now),
      is_active: 1,
      sent_counter: 0,
      silenced_until: null,
      silences_blocked: 0,
      created_at: now,
      updated_at: now,
      destinationIds: await knownDestinations(db, body.destinationIds ?? []),
    }
    await insertAlert(db, row)
    await audit('alert.create', row.id, { after: toAlert(row, now) })
    return { alertId: row.id, alertType: row.type, alertName: row.name }
  },

  async updateAlert({ body, hasAdditions }, { db, now, audit }) {
    const before = await requireAlert(db, body.alertId)
    refuseOtherType(before, body.alertType)
    refuseMonitorConditions(body)
    const after: StoredAlert = {
      ...before,
      name: body.alertName,
      is_active: body.isActive ? 1 : 0,
      ...(body.transactionFilter != null && filterColumns(body.transactionFilter, before, now)),
      destinationIds:
        body.destinationIds == null ? before.destinationIds : await knownDestinations(db, body.destinationIds),
      updated_at: now,
    }
    await updateAlert(db, after)
    await audit('alert.update', after.id, { before: toAlert(before, now), after: toAlert(after, now) })
    return shown(after, now, hasAdditions)
  },

  async setAlertStatus({ params, body, hasAdditions }, { db, now, audit }) {
    const before = await requireAlert(db, params.alertConfigurationId)
    refuseOtherType(before, body.alertType)
    const after: StoredAlert = { ...before, is_active: body.isActive ? 1 : 0, updated_at: now }
    await updateAlert(db, after)
    await audit('alert.status', after.id, { before: toAlert(before, now), after: toAlert(after, now) })
    return shown(after, now, hasAdditions)
  },

  async silenceAlert({ params, body }, { db, now, audit }) {
    const before = await requireAlert(db, params.alertConfigurationId)
    const until = body.until === null ? null : Date.parse(body.until)
    if (until !== null) refuseSilence(until, now)
    const silence = {
      silenced_until: until,
      silences_blocked: until !== null && body.alsoBlocked ? 1 : 0,
      updated_at: now,
    } as const
    await silenceAlert(db, before.id, silence)
    const after = { ...before, ...silence }
    await audit('alert.silence', after.id, { before: toAlert(before, now), after: toAlert(after, now) })
    return toAlert(after, now)
  },

  async deleteAlert({ params }, { db, now, audit }) {
    const row = await requireAlert(db, params.alertConfigurationId)
    await deleteAlert(db, row.id)
    await audit('alert.delete', row.id, { before: toAlert(row, now) })
    return { configurationId: row.id }
  },

  async replayAlert({ params, query }, { db, now }) {
    const alert = await requireAlert(db, params.alertConfigurationId)
    const { replayAlert } = await import('../../alerts/matching/replay.ts')
    const range = {
      since: Date.parse(query.since),
      until: timeOf(query.until),
      limit: query.limit ?? DEFAULT_REPLAYED,
    }
    return replayAlert(db, alert, range, now)
  },
} satisfies Partial<Handlers>

function shown(row: StoredAlert, now: number, hasAdditions: boolean): Alert {
  if (hasAdditions) return toAlert(row, now)
  const { silencedUntil: _, silencesBlocked: __, ...alert } = toAlert(row, now)
  return { ...alert, transactionFilter: contractFilterOf(row) }
}

function toAlert(row: StoredAlert, now: number): Alert {
  return {
    alertId: row.id,
    alertName: row.name,
    alertType: row.type,
    alertSentCounter: row.sent_counter,
    destinationIds: row.destinationIds,
    transactionFilter: filterOf(row),
    isActive: row.is_active === 1,
    ...(row.silenced_until !== null &&
      row.silenced_until > now && {
        silencedUntil: new Date(row.silenced_until).toISOString(),
        silencesBlocked: row.silences_blocked === 1,
      }),
  }
}

function refuseSilence(until: number, now: number): void {
  if (until <= now) throw invalidBody('until', 'is in the past')
  if (until > now + MAX_SILENCE_MS) throw invalidBody('until', 'is more than 30 days ahead')
}

const requireAlert = requiring(findAlert, 'alert configuration')

function refuseOtherType(row: StoredAlert, type: string): void {
  if (row.type === type) return
  throw new Problem('alert-type-mismatch', `Alert ${row.id} is of type ${row.type}, not ${type}.`)
}

function refuseMonitorConditions({ alertType, transactionFilter }: OperationCall<'createAlert'>['body']): void {
  if (alertType === 'MONITOR') return
  const names = monitorConditions.filter((name) => transactionFilter?.[name] != null)
  if (names.length === 0) return
  const errors = names.map((name) => ({ path: `transactionFilter.${name}`, message: 'is only for MONITOR alerts' }))
  throw new Problem('invalid-body', `Only MONITOR alerts have ${names.join(', ')}.`, { errors })
}

async function knownDestinations(db: Db, ids: readonly string[]): Promise<string[]> {
  const once = [...new Set(ids)]
  const unknown = await unknownDestinations(db, once)
  if (unknown.length === 0) return once
  const errors = unknown.map((id) => ({
    path: `destinationIds[${ids.indexOf(id)}]`,
    message: `${JSON.stringify(id)} is not a destination`,
  }))
  throw new Problem('invalid-body', `There is no destination ${unknown.join(', ')}.`, { errors })
}

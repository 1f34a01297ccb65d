import type { OperationCall, Output } from '../../../api/operations/operations.ts'
import type { Alert } from '../../../api/schemas/alert.ts'
import { DEFAULT_REPLAYED } from '../../../api/schemas/delivery.ts'
import { monitorConditions } from '../../../api/vocabulary.ts'
import { notFound, Problem } from '../../problems/problem.ts'
import { contractFilterOf, filterColumns, filterOf, NO_ADDITIONS } from '../../records/alert-filter.ts'
import { requireBelowQuota } from '../../records/quotas.ts'
import {
  deleteAlert,
  findAlert,
  insertAlert,
  listAlerts,
  type StoredAlert,
  updateAlert,
} from '../../store/repositories/alerts.ts'
import { unknownDestinations } from '../../store/repositories/destinations.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { HandlerContext, Handlers } from '../handler.ts'
import { prefers } from '../prefers.ts'

export const alertHandlers = {
  async listAlerts({ headers }, { db }) {
    return { alerts: (await listAlerts(db)).map(prefers(headers.prefer, 'additions') ? toAlert : toContractAlert) }
  },

  async listAlertsWithAdditions(_, { db }) {
    return { alerts: (await listAlerts(db)).map(toAlert) }
  },

  createAlert,
  createAlertWithAdditions: createAlert,

  async updateAlert(call, context) {
    return toContractAlert(await changeAlert(call, context))
  },

  async updateAlertWithAdditions(call, context) {
    return toAlert(await changeAlert(call, context))
  },

  async setAlertStatus({ params, headers, body }, { db, now, audit }) {
    const before = await requireAlert(db, params.alertConfigurationId)
    refuseOtherType(before, body.alertType)
    const after: StoredAlert = { ...before, is_active: body.isActive ? 1 : 0, updated_at: now }
    await updateAlert(db, after)
    await audit('alert.status', after.id, { before: toAlert(before), after: toAlert(after) })
    return prefers(headers.prefer, 'additions') ? toAlert(after) : toContractAlert(after)
  },

  async deleteAlert({ params }, { db, audit }) {
    const row = await requireAlert(db, params.alertConfigurationId)
    await deleteAlert(db, row.id)
    await audit('alert.delete', row.id, { before: toAlert(row) })
    return { configurationId: row.id }
  },

  async replayAlert({ params, query }, { db, now }) {
    const alert = await requireAlert(db, params.alertConfigurationId)
    const { replayAlert } = await import('../../alerts/matching/replay.ts')
    const range = {
      since: Date.parse(query.since),
      until: query.until === undefined ? undefined : Date.parse(query.until),
      limit: query.limit ?? DEFAULT_REPLAYED,
    }
    return replayAlert(db, alert, range, now)
  },
} satisfies Partial<Handlers>

async function createAlert(
  { body }: Pick<OperationCall<'createAlert'>, 'body'>,
  { db, now, newId, audit }: HandlerContext,
): Promise<Output<'createAlert'>> {
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
  await audit('alert.create', row.id, { after: toAlert(row) })
  return { alertId: row.id, alertType: row.type, alertName: row.name }
}

async function changeAlert(
  { body }: Pick<OperationCall<'updateAlert'>, 'body'>,
  { db, now, audit }: HandlerContext,
): Promise<StoredAlert> {
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
  await audit('alert.update', after.id, { before: toAlert(before), after: toAlert(after) })
  return after
}

/** As the interface has it. */
function toContractAlert(row: StoredAlert): Alert {
  return { ...toAlert(row), transactionFilter: contractFilterOf(row) }
}

function toAlert(row: StoredAlert): Alert {
  return {
    alertId: row.id,
    alertName: row.name,
    alertType: row.type,
    alertSentCounter: row.sent_counter,
    destinationIds: row.destinationIds,
    transactionFilter: filterOf(row),
    isActive: row.is_active === 1,
  }
}

async function requireAlert(db: Db, id = ''): Promise<StoredAlert> {
  const row = await findAlert(db, id)
  if (!row) throw notFound('alert configuration', id)
  return row
}

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

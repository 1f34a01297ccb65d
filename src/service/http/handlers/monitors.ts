import type { MonitoredAddress } from '../../../api/schemas/monitor.ts'
import { pageOf } from '../../../api/schemas/page.ts'
import { notFound, Problem } from '../../problems/problem.ts'
import {
  deleteMonitor,
  findMonitor,
  findMonitorOf,
  insertMonitor,
  type MonitorValues,
  pageOfMonitors,
  updateMonitor,
} from '../../store/repositories/monitors.ts'
import type { Db, MonitorRow } from '../../store/schema.ts'
import type { Handlers } from '../handler.ts'

export const monitorHandlers = {
  async createMonitor({ body }, { db, now, newId, audit }) {
    const name = body.name ?? ''
    const row: MonitorValues = {
      id: newId(),
      address: body.address,
      address_key: body.address.toLowerCase(),
      chain_id: body.chainId,
      name,
      name_key: name.toLowerCase(),
      enabled: body.enabled === false ? 0 : 1,
      created_at: now,
      kinds: null,
      from_block: null,
    }
    const twin = await findMonitorOf(db, row.address_key, row.chain_id)
    if (twin)
      throw new Problem(
        'monitor-exists',
        `${row.address} is already monitored on chain ${row.chain_id}, as ${twin.id}.`,
      )
    await insertMonitor(db, row)
    await audit('monitor.create', row.id, { after: toMonitor(row) })
    return toMonitor(row)
  },

  async listMonitors({ query }, { db }) {
    const request = pageOf(query)
    const { rows, total } = await pageOfMonitors(db, query, request)
    return { content: rows.map(toMonitor), size: request.size, number: request.page, totalElements: total }
  },

  async updateMonitor({ params, body }, { db, audit }) {
    const before = await requireMonitor(db, params.id)
    const name = body.name ?? before.name
    const enabled = body.enabled ?? before.enabled === 1
    const after: MonitorRow = { ...before, name, name_key: name.toLowerCase(), enabled: enabled ? 1 : 0 }
    await updateMonitor(db, after)
    await audit('monitor.update', after.id, { before: toMonitor(before), after: toMonitor(after) })
    return toMonitor(after)
  },

  async deleteMonitor({ params }, { db, audit }) {
    const row = await requireMonitor(db, params.id)
    await deleteMonitor(db, row.id)
    await audit('monitor.delete', row.id, { before: toMonitor(row) })
    return { id: row.id }
  },
} satisfies Partial<Handlers>

function toMonitor(row: MonitorValues): MonitoredAddress {
  return { id: row.id, address: row.address, name: row.name, chainId: row.chain_id, enabled: row.enabled === 1 }
}

async function requireMonitor(db: Db, id = ''): Promise<MonitorRow> {
  const row = await findMonitor(db, id)
  if (!row) throw notFound('monitored address', id)
  return row
}

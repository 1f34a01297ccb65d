import type { OperationCall } from '../../../api/operations/operations.ts'
import type { MonitoredAddress } from '../../../api/schemas/monitor.ts'
import { pageOf } from '../../../api/schemas/page.ts'
import { type ChainEventKind, chainEventKinds } from '../../../api/vocabulary.ts'
import { heldAt } from '../../follower/list-chains.ts'
import { Problem, requiring } from '../../problems/problem.ts'
import { findChainHead } from '../../store/repositories/chain-heads.ts'
import {
  deleteMonitor,
  findMonitor,
  findMonitorOf,
  insertMonitor,
  type MonitorValues,
  pageOfMonitors,
  updateMonitor,
} from '../../store/repositories/monitors.ts'
import type { Db, MonitorRow } from '../../store/schema/schema.ts'
import type { HandlerContext, Handlers } from '../handler.ts'

export const monitorHandlers = {
  async createMonitor({ body, hasAdditions }, context) {
    const row = await addMonitor(body, context)
    return hasAdditions ? toCreated(row, context) : toContractMonitor(row)
  },

  async listMonitors({ query, hasAdditions }, { db }) {
    const request = pageOf(query)
    const { rows, total } = await pageOfMonitors(db, query, request)
    const content = rows.map(hasAdditions ? toMonitor : toContractMonitor)
    return { content, size: request.size, number: request.page, totalElements: total }
  },

  /** Absent members keep what is stored. */
  async updateMonitor({ params, body, hasAdditions }, { db, audit }) {
    const before = await requireMonitor(db, params.id ?? body.id)
    const name = body.name ?? before.name
    const enabled = body.enabled ?? before.enabled === 1
    const kinds = body.kinds == null ? before.kinds : kindsColumn(body.kinds)
    const after: MonitorRow = { ...before, name, name_key: name.toLowerCase(), enabled: enabled ? 1 : 0, kinds }
    await updateMonitor(db, after)
    await audit('monitor.update', after.id, { before: toMonitor(before), after: toMonitor(after) })
    return hasAdditions ? toMonitor(after) : toContractMonitor(after)
  },

  async deleteMonitor({ params }, { db, audit }) {
    const row = await requireMonitor(db, params.id)
    await deleteMonitor(db, row.id)
    await audit('monitor.delete', row.id, { before: toMonitor(row) })
    return { id: row.id }
  },
} satisfies Partial<Handlers>

async function addMonitor(
  body: OperationCall<'createMonitor'>['body'],
  { db, now, newId, audit }: HandlerContext,
): Promise<MonitorValues> {
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
    kinds: kindsColumn(body.kinds ?? []),
    from_block: typeof body.from === 'number' ? body.from : null,
  }
  const twin = await findMonitorOf(db, row.address_key, row.chain_id)
  if (twin)
    throw new Problem('monitor-exists', `${row.address} is already monitored on chain ${row.chain_id}, as ${twin.id}.`)
  if (row.from_block !== null) await refuseFutureBlock(db, row.chain_id, row.from_block, now)
  await insertMonitor(db, row)
  await audit('monitor.create', row.id, { after: toMonitor(row) })
  return row
}

/** More than the fastest chain has, which makes a block each quarter of a second. */
const MOST_BLOCKS_PER_SECOND = 10
/** What the follower may be behind its node, and the clock of this machine behind the chain (blocks). */
const MARGIN = 100

/** A block that the chain cannot have yet would be waited for without a word. Nothing is said of a chain that was never followed. */
async function refuseFutureBlock(db: Db, chainId: string, from: number, now: number): Promise<void> {
  const { head_number: head, head_time: time } = (await findChainHead(db, chainId)) ?? {}
  if (head == null || time == null) return
  const since = Math.max(0, Math.ceil(now / 1000) - time)
  if (from <= head + MARGIN + since * MOST_BLOCKS_PER_SECOND) return
  const message = `is in the future: the latest block that was seen is ${head}`
  throw new Problem('invalid-body', `Invalid body: from ${message}.`, { errors: [{ path: 'from', message }] })
}

/** Null: all kinds. */
function kindsColumn(given: readonly ChainEventKind[]): string | null {
  return given.length === 0 ? null : JSON.stringify(chainEventKinds.filter((kind) => given.includes(kind)))
}

function toMonitor(row: MonitorValues): MonitoredAddress {
  return {
    ...toContractMonitor(row),
    ...(row.kinds !== null && { kinds: JSON.parse(row.kinds) as string[] }),
    from: row.from_block ?? undefined,
  }
}

async function toCreated(row: MonitorValues, { db, deadlineNow }: HandlerContext): Promise<MonitoredAddress> {
  const head = await findChainHead(db, row.chain_id)
  return { ...toMonitor(row), followed: heldAt(head, deadlineNow) !== undefined }
}

function toContractMonitor(row: MonitorValues): MonitoredAddress {
  return { id: row.id, address: row.address, name: row.name, chainId: row.chain_id, enabled: row.enabled === 1 }
}

const requireMonitor = requiring(findMonitor, 'monitored address')

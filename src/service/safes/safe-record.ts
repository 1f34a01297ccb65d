/**
 * Room: Safes, their transaction services and queues.
 *
 * What a transaction service says is a claim, except for the ten fields and the signatures. Requests to it are counted before
 * they are sent. The Safe itself is read from a node (`chain/accounts/read-safe.ts`), never from the service.
 */

import { checksummed } from '../../api/address.ts'
import type { Safe, SafeStateShown } from '../../api/schemas/safe.ts'
import { counted } from '../../api/text/amounts.ts'
import type { SafeState } from '../chain/accounts/read-safe.ts'
import { listSafes } from '../store/repositories/safes.ts'
import type { Db, SafeRow } from '../store/schema/schema.ts'
import { MONTH_MS, type PollPace, paceOf } from './budget/budget.ts'
import { budgetIdOf, parseServiceUrl } from './transaction-service/service-url.ts'
import type { ContractNameOf } from './weaknesses.ts'

/** A poll that is due and did not end is no longer one that runs (ms). */
const OVERDUE_MS = 5 * 60_000

/** Without a key, requests to the hosted service count for the address that they come from. */
function isAnonymous({ budget_id, chain_id }: SafeRow): boolean {
  return budget_id === budgetIdOf({ url: parseServiceUrl('hosted', chain_id).href })
}

/** Whether its queue is read: it has a service whose secrets are here. */
export function isPolled({ sealed_service: sealed }: Pick<SafeRow, 'sealed_service'>): boolean {
  return sealed !== null
}

/** @param all Safes: those with the same budget whose queues are read share it */
export async function paceOfSafe(row: SafeRow, all: readonly SafeRow[], at: At): Promise<PollPace> {
  return paceOf({ budgetId: row.budget_id, hasKey: !isAnonymous(row) }, Math.max(1, sharingWith(row, all)), at)
}

function sharingWith({ budget_id }: SafeRow, all: readonly SafeRow[]): number {
  return all.filter((row) => isPolled(row) && row.budget_id === budget_id).length
}

interface At {
  readonly db: Db
  /** Ms. */
  readonly now: number
}

/** Safes as resources, with how often each is polled. */
export async function toSafes(rows: readonly SafeRow[], at: At): Promise<Safe[]> {
  const all = await listSafes(at.db)
  const found: Safe[] = []
  for (const row of rows) found.push(toSafe(row, await paceOfSafe(row, all, at), all, at.now))
  return found
}

function toSafe(row: SafeRow, pace: PollPace, all: readonly SafeRow[], now: number): Safe {
  const isRead = isPolled(row)
  const isWaiting = isRead && row.next_poll_at > 0
  return {
    id: row.id,
    chainId: row.chain_id,
    address: checksummed(row.address_key),
    name: row.name,
    ...(row.service_host !== null && { service: row.service_host }),
    isHosted: row.budget_id !== null,
    ...(isRead && { interval: durationText(pace.intervalMs), intervalMs: pace.intervalMs }),
    reason: reasonOf(row, pace, sharingWith(row, all)),
    ...(row.queue_at !== null && { queueAt: new Date(row.queue_at).toISOString() }),
    ...(isSilent(row, now) && { silentSince: new Date(row.queue_at ?? row.created_at).toISOString() }),
    ...(isWaiting && { nextPollAt: new Date(row.next_poll_at).toISOString() }),
    ...(row.error !== null && { error: row.error }),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/** Whether a queue was not read in the last poll, or the poll is overdue: no server reads it. Without a service, there is none. */
function isSilent(row: SafeRow, now: number): boolean {
  const { service_host, polled_at, queue_at, next_poll_at, updated_at } = row
  if (service_host === null) return false
  const isOverdue = now - (next_poll_at || updated_at) > OVERDUE_MS
  return isOverdue || !isPolled(row) || (polled_at ?? 0) > (queue_at ?? 0)
}

function reasonOf(row: SafeRow, { quota, used }: PollPace, sharing: number): string {
  if (row.service_host === null) return 'no transaction service: its queue is not read'
  if (!isPolled(row)) return 'its transaction service has to be entered again'
  if (quota === undefined) return 'own service: no quota'
  const key = isAnonymous(row) ? ' without a key' : ''
  const safes = counted(sharing, 'Safe')
  const each = durationText(MONTH_MS / quota)
  return `${quota.toLocaleString('en')} requests a month${key} for ${safes}: one in ${each}, ${used.toLocaleString('en')} used`
}

export function toSafeState(state: SafeState, nameOf: ContractNameOf): SafeStateShown {
  const known = (address: string, use: Parameters<ContractNameOf>[1]) => {
    const name = nameOf(address, use)
    return { address: checksummed(address), ...(name !== undefined && { name }) }
  }
  const { version, proxy, singleton, guard, moduleGuard, fallbackHandler: handler } = state
  return {
    node: state.node,
    blockNumber: String(state.block.number),
    blockHash: state.block.hash,
    ...(version !== undefined && { version }),
    ...(proxy !== undefined && { proxy }),
    singleton: {
      address: checksummed(singleton.address),
      ...(singleton.known && { name: singleton.known.name }),
      ...(singleton.codeHash !== undefined && { codeHash: singleton.codeHash }),
    },
    owners: state.owners.map(checksummed),
    threshold: state.threshold,
    nonce: String(state.nonce),
    ...(guard !== undefined && { guard: known(guard, 'guard') }),
    ...(moduleGuard !== undefined && { moduleGuard: known(moduleGuard, 'guard') }),
    modules: state.modules.map((module) => known(module, 'module')),
    hasMoreModules: state.hasMoreModules,
    ...(handler !== undefined && { fallbackHandler: known(handler, 'handler') }),
  }
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const

/** A duration in its two largest units, rounded up to seconds: `5s`, `1m 27s`, `2h 5m`. */
function durationText(ms: number): string {
  let rest = Math.ceil(ms / 1000)
  const parts: string[] = []
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return parts.slice(0, 2).join(' ') || '0s'
}

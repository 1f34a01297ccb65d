import { inChainOrder } from '../../api/chains.ts'
import type { FollowerStatus, NodeStatus } from '../../api/schemas/chain.ts'
import { chainName } from '../../api/text/chains.ts'
import type { FollowStep } from '../../api/vocabulary.ts'
import { isoDate } from '../../shared/text/iso-date.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { nodeStatuses } from '../chain/nodes/list-nodes.ts'
import type { NodePool } from '../chain/nodes/node-pool.ts'
import { listChainHeads } from '../store/repositories/chain-heads.ts'
import { readChains } from '../store/repositories/chain-nodes.ts'
import { type EnabledMonitors, enabledMonitors } from '../store/repositories/chain-tips.ts'
import { backfillStates } from '../store/repositories/monitor-backfills.ts'
import type { ChainHeadRow } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { followStep, isReasonCode } from './loop/faults.ts'
import { LAG_MS } from './loop/rates.ts'

export interface ListChainsDeps {
  readonly store: Pick<Store, 'read'>
  readonly clock: Clock
  /** Compared with the end of a lease (ms). */
  readonly deadlineNow: number
  readonly pool: NodePool
}

/**
 * Chains that were followed, that have a node, or that have enabled monitored addresses.
 * @param asksNodes whether each node is asked for its head
 */
export async function listChains(
  { store, clock, deadlineNow, pool }: ListChainsDeps,
  { chainId, asksNodes = false }: { readonly chainId?: string | undefined; readonly asksNodes?: boolean } = {},
): Promise<FollowerStatus[]> {
  const [rows, monitors, backfills, stored, asked] = await Promise.all([
    listChainHeads(store.read),
    enabledMonitors(store.read),
    backfillStates(store.read),
    readChains(store.read),
    asksNodes ? nodeStatuses({ store, clock, pool }, chainId) : undefined,
  ])
  const ids = inChainOrder([...rows.map((row) => row.chain_id), ...monitors.keys(), ...pool.chainIds(stored)])
  return ids
    .filter((id) => chainId === undefined || id === chainId)
    .map((id) => ({
      chainId: id,
      row: rows.find((row) => row.chain_id === id),
      nodes: asked?.filter((node) => node.chainId === id),
      monitors: monitors.get(id),
      backfill: backfills.find((each) => each.chain_id === id),
      hasNode: pool.allNodesOf(id, stored).length > 0,
    }))
    .map((input) => followerStatus(input, { now: clock.now(), deadlineNow }))
}

/** The code of a chain whose server was killed, or lost the database. */
const LEASE_EXPIRED = 'lease-expired'

interface StatusInput {
  readonly chainId: string
  /** Absent when the chain was never followed. */
  readonly row: ChainHeadRow | undefined
  /** Absent when they were not asked. */
  readonly nodes: NodeStatus[] | undefined
  /** Absent when the chain has none. */
  readonly monitors: EnabledMonitors | undefined
  /** Absent when nothing is left to read. */
  readonly backfill: NonNullable<FollowerStatus['backfill']> | undefined
  /** Whether a node is configured. */
  readonly hasNode: boolean
}

export interface StatusTimes {
  /** Wall time (ms). */
  readonly now: number
  /** Compared with the end of a lease (ms). */
  readonly deadlineNow: number
}

function followerStatus(input: StatusInput, { now, deadlineNow }: StatusTimes): FollowerStatus {
  const { chainId, row, nodes, monitors, backfill } = input
  const chain = chainName(chainId)
  const held = heldAt(row, deadlineNow)
  // What a person has to decide stays, also while no server runs.
  const state = held?.state ?? (row?.state === 'STOPPED' ? row.state : 'NOT_FOLLOWED')
  const head = headOf(row, nodes)
  const tip = row?.tip_number ?? null
  const { reason, reasonCode } = reasonOf(state, row)
  const since = row ? silentSince(row, { now, deadlineNow }) : monitors?.oldest
  return {
    chain,
    chainId,
    state,
    head,
    tip,
    lagBlocks: head === null || tip === null ? null : Math.max(0, head - tip),
    lagSeconds: row?.tip_time == null ? null : Math.max(0, Math.floor(now / 1000) - row.tip_time),
    mode: row?.mode ?? 'full',
    holder: held?.holder ?? null,
    finalized: row?.finalized_number ?? null,
    node: held?.node ?? null,
    callsToday: row && row.calls_day === isoDate(now) ? row.calls : 0,
    monitored: monitors?.count ?? 0,
    backfill: backfill ? { addresses: backfill.addresses, next: backfill.next, reason: backfill.reason } : null,
    silentSince: since === undefined ? null : new Date(since).toISOString(),
    reason,
    reasonCode,
    next: state === 'NOT_FOLLOWED' ? (input.hasNode ? 'follow' : 'add-node') : reasonStep(reasonCode, reason),
    ...(nodes && { nodes }),
  }
}

/** Since when nothing is heard of a chain that was followed (ms); undefined: it is followed. */
export function silentSince(row: ChainHeadRow, { now, deadlineNow }: StatusTimes): number | undefined {
  if (row.silent_since !== null) return row.silent_since
  if (row.tip_time === null || !heldAt(row, deadlineNow)) return row.updated_at
  // The node answers, and has no other block: the chain stands still, or the node does.
  const tipAt = row.tip_time * 1000
  return row.state === 'AT_HEAD' && now - tipAt > LAG_MS ? tipAt : undefined
}

/** Gives the row of a chain that a server follows. @param deadlineNow compared with the end of its lease (ms) */
export function heldAt(row: ChainHeadRow | undefined, deadlineNow: number): ChainHeadRow | undefined {
  return row && row.claim_id !== null && row.lease_until > deadlineNow ? row : undefined
}

function reasonOf(
  state: FollowerStatus['state'],
  row: ChainHeadRow | undefined,
): Pick<FollowerStatus, 'reason' | 'reasonCode'> {
  // The chain is followed: this is about what waits for it.
  const isNote = state !== 'NOT_FOLLOWED' && row?.reason_code === 'no-final-block'
  if (row && (isNote || state === 'WAITING' || state === 'STOPPED'))
    return { reason: row.reason, reasonCode: row.reason_code }
  if (state === 'NOT_FOLLOWED' && row?.claim_id != null)
    return { reason: `the server ${row.holder} ended without a stop`, reasonCode: LEASE_EXPIRED }
  return { reason: null, reasonCode: null }
}

/** What the nodes say now is newer than what the follower read last. */
function headOf(row: ChainHeadRow | undefined, nodes: readonly NodeStatus[] = []): number | null {
  const heads = nodes.flatMap(({ head }) => (head === null ? [] : [Number(head)]))
  return heads.length > 0 ? Math.max(...heads) : (row?.head_number ?? null)
}

/** A database of a later version may have codes that are not known here. */
function reasonStep(code: string | null, reason: string | null): FollowStep | null {
  if (code === null) return null
  return isReasonCode(code) ? followStep(code, reason) : 'diagnose'
}

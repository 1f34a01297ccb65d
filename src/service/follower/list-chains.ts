import { chains as knownChains } from '../../api/chains.ts'
import type { FollowerStatus, NodeStatus } from '../../api/schemas/chain.ts'
import { chainName } from '../../api/text/chains.ts'
import type { FollowStep } from '../../api/vocabulary.ts'
import { isoDate } from '../../shared/text/iso-date.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { nodeStatuses } from '../chain/nodes/list-nodes.ts'
import type { NodePool } from '../chain/nodes/node-pool.ts'
import { listChainHeads } from '../store/repositories/chain-heads.ts'
import { readChains } from '../store/repositories/chain-nodes.ts'
import { countEnabledMonitors } from '../store/repositories/chain-tips.ts'
import { backfillStates } from '../store/repositories/monitor-backfills.ts'
import type { ChainHeadRow } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { followStep, type ReasonCode, reasonCodes } from './loop/states.ts'

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
    countEnabledMonitors(store.read),
    backfillStates(store.read),
    readChains(store.read),
    asksNodes ? nodeStatuses({ store, clock, pool }, chainId) : undefined,
  ])
  return knownChains
    .filter(({ id }) => chainId === undefined || id === chainId)
    .map(({ id }) => ({
      chainId: id,
      row: rows.find((row) => row.chain_id === id),
      nodes: asked?.filter((node) => node.chainId === id),
      monitored: monitors.get(id) ?? 0,
      backfill: backfills.find((each) => each.chain_id === id),
      hasNode: pool.allNodesOf(id, stored).length > 0,
    }))
    .filter(({ row, monitored, hasNode }) => row !== undefined || monitored > 0 || hasNode)
    .map((input) => followerStatus(input, { now: clock.now(), deadlineNow }))
}

/** The code of a chain whose server was killed, or lost the database. */
const LEASE_EXPIRED = 'lease-expired'

interface BackfillStatus {
  readonly addresses: number
  /** Lowest block that was not read. */
  readonly next: number
  /** Why one of them does not go on. */
  readonly reason: string | null
}

interface StatusInput {
  readonly chainId: string
  /** Undefined: it was never followed. */
  readonly row: ChainHeadRow | undefined
  /** Undefined: not asked. */
  readonly nodes: NodeStatus[] | undefined
  readonly monitored: number
  /** Undefined: nothing is left to read. */
  readonly backfill: BackfillStatus | undefined
  /** Whether a node is configured. */
  readonly hasNode: boolean
}

interface StatusTimes {
  /** Wall time (ms). */
  readonly now: number
  /** Compared with the end of a lease (ms). */
  readonly deadlineNow: number
}

function followerStatus(input: StatusInput, { now, deadlineNow }: StatusTimes): FollowerStatus {
  const { chainId, row, nodes, monitored, backfill } = input
  const chain = chainName(chainId)
  const held = heldAt(row, deadlineNow)
  // What a person has to decide stays, also while no server runs.
  const state = held?.state ?? (row?.state === 'STOPPED' ? row.state : 'NOT_FOLLOWED')
  const head = headOf(row, nodes)
  const tip = row?.tip_number ?? null
  const { reason, reasonCode } = reasonOf(state, row)
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
    monitored,
    backfill: backfill ? { addresses: backfill.addresses, next: backfill.next, reason: backfill.reason } : null,
    reason,
    reasonCode,
    next: state === 'NOT_FOLLOWED' ? (input.hasNode ? 'follow' : 'add-node') : reasonStep(reasonCode, reason),
    ...(nodes && { nodes }),
  }
}

/** Gives the row of a chain that a server follows. @param deadlineNow compared with the end of its lease (ms) */
export function heldAt(row: ChainHeadRow | undefined, deadlineNow: number): ChainHeadRow | undefined {
  return row && row.claim_id !== null && row.lease_until > deadlineNow ? row : undefined
}

function reasonOf(
  state: FollowerStatus['state'],
  row: ChainHeadRow | undefined,
): Pick<FollowerStatus, 'reason' | 'reasonCode'> {
  if (row && (state === 'WAITING' || state === 'STOPPED')) return { reason: row.reason, reasonCode: row.reason_code }
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

function isReasonCode(code: string): code is ReasonCode {
  return (reasonCodes as readonly string[]).includes(code)
}

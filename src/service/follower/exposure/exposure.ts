/** Room: Approvals that are still open. */

import { checksummed } from '../../../api/address.ts'
import type { ExposureRecord, ExposureReport, ExposureSearch } from '../../../api/schemas/exposure.ts'
import { chainName } from '../../../api/text/chains.ts'
import { unavailable, WardenError } from '../../../shared/errors.ts'
import { isoTimeOfSeconds } from '../../../shared/text/iso-date.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { type WalkControl, type WalkedLogs, type WalkLimits, walkLogs } from '../../chain/history/walk-logs.ts'
import type { ReadyNode } from '../../chain/nodes/chain-node.ts'
import { type OnNodesDeps, onFirstNode, unavailableAs } from '../../chain/nodes/on-first-node.ts'
import type { RpcFailure } from '../../chain/rpc/json-rpc.ts'
import type { SendBatch } from '../../chain/state/state-reader.ts'
import { revocationOf } from '../../evm/allowance.ts'
import { readChains } from '../../store/repositories/chain-nodes.ts'
import { chainsMonitoring } from '../../store/repositories/monitors.ts'
import { approvalsBy, type Candidate, candidatesOf, type OpenApproval, openApprovals } from './open-approvals.ts'

export interface ExposureRequest {
  readonly address: string
  readonly chainId?: string | undefined
}

export interface ExposureDeps extends OnNodesDeps {
  readonly limits?: WalkLimits
}

/** A plan of ten blocks a request gets 2,000 blocks back, others all. */
const LIMITS: WalkLimits = { requests: 200, found: 20_000 }
/** For the allowances that hold now. */
const STATE_MS = 20_000

/**
 * Reads the allowances and operators of an address that hold now: on the given chain, otherwise on those where it is monitored,
 * otherwise on all that have a node.
 * @throws WardenError `no-node`, `exposure-unavailable` when no chain can be read, `interrupted`
 */
export async function readExposure(
  deps: ExposureDeps,
  { address, chainId }: ExposureRequest,
  control: WalkControl = {},
): Promise<ExposureReport> {
  const owner = address.toLowerCase()
  const content: ExposureRecord[] = []
  const searched: ExposureSearch[] = []
  const failed: { chain: string; chainId: string; reason: string }[] = []
  let failure: WardenError | undefined
  const wanted = chainId === undefined ? await chainsOf(deps, owner) : [chainId]
  for (const [index, each] of wanted.entries()) {
    const chain = chainName(each)
    try {
      const part = partOf(control, deps.clock, wanted.length - index)
      const read = await onFirstNode(deps, each, {
        until: part.until,
        unavailable: unread,
        work: (ready) => readFrom(deps, ready, { owner, chainId: each, chain }, part),
      })
      content.push(...read.content)
      searched.push(read.search)
    } catch (error) {
      if (!(error instanceof WardenError) || error.kind === 'interrupted') throw error
      failure ??= error
      failed.push({ chain, chainId: each, reason: error.message })
    }
  }
  if (searched.length === 0) throw failure ?? unavailable('no-node', 'no chain has a node')
  return { address: checksummed(owner), content, searched, failed }
}

/** Each of the chains that are left has the same part of the time that is left. */
function partOf(control: WalkControl, clock: Clock, chains: number): WalkControl {
  if (control.until === undefined) return control
  return { ...control, until: clock.elapsed() + (control.until - clock.elapsed()) / chains }
}

async function chainsOf({ store, pool }: ExposureDeps, owner: string): Promise<readonly string[]> {
  const monitored = await chainsMonitoring(store.read, owner)
  if (monitored.length > 0) return monitored
  return (await pool()).chainIds(await readChains(store.read))
}

const unread = unavailableAs('exposure-unavailable', 'the node did not say what is open')

async function readFrom(
  { store, clock, limits = LIMITS }: ExposureDeps,
  { node: { rpc, refusals }, head }: ReadyNode,
  { owner, chainId, chain }: { readonly owner: string; readonly chainId: string; readonly chain: string },
  control: WalkControl,
): Promise<{ readonly content: readonly ExposureRecord[]; readonly search: ExposureSearch } | RpcFailure> {
  const range = { first: 0n, last: head.number }
  // Half of the time is for what holds now.
  const walk = { query: approvalsBy(owner), range, limits, ...partOf(control, clock, 2) }
  const walked = await walkLogs({ rpc, clock, ...walk })
  const candidates = await candidatesOf(store.read, { chainId, owner }, walked.found)
  const send: SendBatch = (requests) =>
    rpc.send(requests, Math.min(clock.elapsed() + STATE_MS, control.until ?? Number.POSITIVE_INFINITY))
  const { open, unknown, failure } = await openApprovals(candidates, { send, refusals }, head)
  // Nothing was learned from this node.
  if (failure && unknown === candidates.length) return failure
  const isBlind = walked.notRead?.last === range.last && candidates.length === 0
  if (isBlind && walked.notRead?.failure) return walked.notRead.failure
  return {
    content: open.map((approval) => recordOf(approval, chainId, chain)),
    search: { chain, chainId, node: rpc.host, block: Number(head.number), unknown, ...searchedBlocks(walked) },
  }
}

function searchedBlocks({ notRead }: WalkedLogs<Candidate>): Pick<ExposureSearch, 'fromBlock' | 'notRead'> {
  if (!notRead) return { fromBlock: 0, notRead: null }
  const { last, reason, failure } = notRead
  return { fromBlock: Number(last) + 1, notRead: { reason, isFailure: failure !== undefined } }
}

function recordOf(approval: OpenApproval, chainId: string, chain: string): ExposureRecord {
  const { token, symbol, decimals, kind, id, spender, amount, isUnlimited, expiration, since } = approval
  const { to, data } = revocationOf(approval)
  return {
    chain,
    chainId,
    token: checksummed(token),
    symbol: symbol ?? null,
    decimals: decimals ?? null,
    kind,
    tokenId: id === undefined ? null : String(id),
    spender: checksummed(spender),
    amount: amount === undefined ? 'unlimited' : String(amount),
    isUnlimited,
    expiration: expiration === undefined ? null : isoTimeOfSeconds(expiration),
    since: since ?? null,
    revoke: { to: checksummed(to), data },
  }
}

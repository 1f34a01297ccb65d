import type { NodeRecord, NodeStatus } from '../../../api/schemas/chain.ts'
import { chainName } from '../../../api/text/chains.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { readChains } from '../../store/repositories/chain-nodes.ts'
import type { Store } from '../../store/store.ts'
import { nodeFailure, type RpcFailure } from '../rpc/json-rpc.ts'
import type { Capabilities } from './chain-node.ts'
import type { NodePool } from './node-pool.ts'
import type { PooledNode } from './pooled-node.ts'

export interface ListDeps {
  readonly store: Pick<Store, 'read'>
  readonly pool: NodePool
}

/** A node has this time (ms) to give its head. */
const STATUS_MS = 3000

/** Lists the nodes of one chain or of all, in the order of use, chain by chain, without a request. */
export function listNodes(deps: ListDeps, chainId: string | undefined): Promise<NodeRecord[]> {
  return eachNode(deps, chainId, recordOf)
}

/** Requests the head of each node. */
export function nodeStatuses(
  { clock, ...deps }: ListDeps & { readonly clock: Clock },
  chainId: string | undefined,
): Promise<NodeStatus[]> {
  const until = clock.elapsed() + STATUS_MS
  return eachNode(deps, chainId, (node, isPaused) => statusOf(node, { clock, until, isPaused }))
}

export async function eachNode<T>(
  { store, pool }: ListDeps,
  chainId: string | undefined,
  examine: (node: PooledNode, isPaused: boolean) => Promise<T>,
): Promise<T[]> {
  const chains = await readChains(store.read)
  const wanted = pool.chainIds(chains).filter((id) => chainId === undefined || id === chainId)
  return Promise.all(
    wanted.flatMap((id) => pool.allNodesOf(id, chains).map((node) => examine(node, chains.paused.has(id)))),
  )
}

/** A test reports the result of a known simulation on a node. */
export interface NodeTest extends NodeStatus {
  readonly works: boolean
  /** Method of the simulation. */
  readonly method: string | null
  readonly simulationMs: number | null
  /** What it cannot do and why, one line each. */
  readonly gaps: readonly string[]
}

/** Describes a node by what is stored about it, without a request. */
export async function recordOf(node: PooledNode, isPaused: boolean): Promise<NodeRecord> {
  const { id, chainId, host, priority } = node.source
  const [probe, silentSince] = [await node.keptProbe(), await node.silentSince()]
  return {
    id,
    chainId,
    chain: chainName(chainId),
    host,
    source: priority === undefined ? 'environment' : 'stored',
    priority: priority ?? null,
    can: probe ? namesOf(probe.can) : null,
    probedAt: probe ? new Date(probe.probedAt).toISOString() : null,
    silentSince: silentSince === undefined ? null : new Date(silentSince).toISOString(),
    paused: isPaused,
  }
}

function namesOf(can: Capabilities): (keyof Capabilities)[] {
  return (Object.keys(can) as (keyof Capabilities)[]).filter((name) => can[name])
}

interface Examination {
  readonly clock: Clock
  /** In ms of `clock.elapsed()`. */
  readonly until: number
  readonly isPaused: boolean
}

/** Requests the head of a node and reports how it answered. */
export async function statusOf(node: PooledNode, { clock, until, isPaused }: Examination): Promise<NodeStatus> {
  const started = clock.elapsed()
  const head = await node.refreshHead(until)
  const latencyMs = Math.round(clock.elapsed() - started)
  const record = await recordOf(node, isPaused)
  if ('kind' in head) return { ...record, head: null, headTime: null, latencyMs: null, ...faultOf(head) }
  return {
    ...record,
    head: String(head.number),
    headTime: new Date(head.timestamp * 1000).toISOString(),
    latencyMs,
    ...faultOf(node.lagFailure),
  }
}

/** Probes a node again, and runs the known simulation on it. */
export async function testOf(node: PooledNode, examination: Examination): Promise<NodeTest> {
  const { until, isPaused } = examination
  const status = await statusOf(node, examination)
  const failed = (failure: RpcFailure | undefined, gaps: readonly string[] = []): NodeTest => ({
    ...status,
    ...(failure && faultOf(failure)),
    works: false,
    method: null,
    simulationMs: null,
    gaps,
  })
  if (status.head === null) return failed(undefined)
  const probe = await node.renewProbe(until)
  if ('kind' in probe) return failed(probe)
  const gaps = probe.gaps ?? []
  const simulated = await node.simulateKnown(until)
  if (simulated === undefined) return failed(nodeFailure(node.source.host, 'closed', 'no method that simulates'), gaps)
  if ('kind' in simulated) return failed(simulated, gaps)
  return {
    ...status,
    ...(await recordOf(node, isPaused)),
    works: status.fault === null,
    method: simulated.method,
    simulationMs: Math.round(simulated.ms),
    gaps,
  }
}

function faultOf(failure: RpcFailure | undefined): Pick<NodeStatus, 'fault' | 'faultReason'> {
  return { fault: failure?.message ?? null, faultReason: failure?.reason ?? failure?.message ?? null }
}

import type { NodeStatus } from '../../../api/schemas/chain.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { nodeFailure, type RpcFailure } from '../rpc/json-rpc.ts'
import { type NodeTest, recordOf } from './node-record.ts'
import type { PooledNode } from './pooled-node.ts'

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

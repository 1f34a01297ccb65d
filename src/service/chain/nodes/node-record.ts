import type { NodeRecord, NodeStatus } from '../../../api/schemas/chain.ts'
import { chainName } from '../../../api/text/chains.ts'
import type { Capabilities } from './chain-node.ts'
import type { PooledNode } from './pooled-node.ts'

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

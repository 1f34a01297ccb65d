import { chainName } from '../../api/text/chains.ts'
import type { Capabilities } from './nodes/chain-node.ts'
import type { PooledNode } from './nodes/pooled-node.ts'

/** A configured node. Of its URL only the host is ever shown. */
export interface NodeRecord {
  readonly id: string
  readonly chainId: string
  /** Name of the chain. */
  readonly chain: string
  readonly host: string
  readonly source: 'stored' | 'environment'
  /** The lowest is asked first, after the nodes of the environment, which have none. */
  readonly priority: number | null
  /** What it can: names of capabilities; null before the first probe. */
  readonly can: readonly (keyof Capabilities)[] | null
  readonly probedAt: string | null
  /** Nodes of a paused chain are not asked. */
  readonly paused: boolean
}

/** A node as it answers now. */
export interface NodeStatus extends NodeRecord {
  /** Number of the latest block, in decimal; null: it did not answer, or not well. */
  readonly head: string | null
  readonly headTime: string | null
  /** Time to the answer (ms). */
  readonly latencyMs: number | null
  /** One line; null for a healthy node. */
  readonly fault: string | null
}

/** The result of a known simulation on a node. */
export interface NodeTest extends NodeStatus {
  readonly works: boolean
  /** Method of the simulation. */
  readonly method: string | null
  readonly simulationMs: number | null
  /** What it cannot do and why, one line each. */
  readonly gaps: readonly string[]
}

/** Asks no node. */
export async function recordOf(node: PooledNode, isPaused: boolean): Promise<NodeRecord> {
  const { id, chainId, host, priority } = node.source
  const probe = await node.keptProbe()
  return {
    id,
    chainId,
    chain: chainName(chainId),
    host,
    source: priority === undefined ? 'environment' : 'stored',
    priority: priority ?? null,
    can: probe ? namesOf(probe.can) : null,
    probedAt: probe ? new Date(probe.probedAt).toISOString() : null,
    paused: isPaused,
  }
}

function namesOf(can: Capabilities): (keyof Capabilities)[] {
  return (Object.keys(can) as (keyof Capabilities)[]).filter((name) => can[name])
}

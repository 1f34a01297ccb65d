/**
 * Room: Follows chains: blocks, reorgs, leases; verdicts and messages about monitored addresses.
 *
 * Reads blocks in the loop and writes a step of the chain in one transaction, under the lease of its head. A message leaves only
 * as a row of the outbox in that transaction. What an address did is decided in `activity`, never in `notify`.
 */

import { hostname } from 'node:os'
import { sleep } from '../../shared/time/sleep.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import type { BlockReader } from '../chain/blocks/block-reader.ts'
import { createWatchedAddresses } from '../chain/blocks/watched-addresses.ts'
import { createBlockReader } from '../chain/blocks/worker-block-reader.ts'
import type { NodePool } from '../chain/nodes/node-pool.ts'
import type { PooledNode } from '../chain/nodes/pooled-node.ts'
import { type BlockProcessorDeps, MonitorProcessor } from './block-processor.ts'
import { ChainRunner, type ChainRunnerDeps } from './loop/chain-runner.ts'
import { NO_NODE } from './loop/faults.ts'
import type { OnFollowState } from './loop/follow-chain.ts'
import { idOfNode, NodeBlockSource } from './loop/node-source.ts'
import type { BlockSource } from './loop/source.ts'
import { Watchdog, type WatchdogDeps } from './loop/watchdog.ts'

export type FollowerDeps = Omit<BlockProcessorDeps, 'chainId'> &
  Omit<WatchdogDeps, 'sleep'> &
  Pick<ChainRunnerDeps, 'meters'> & { readonly pool: NodePool }

export interface FollowOptions {
  readonly chainIds: readonly string[]
  /** A longer gap waits for a person (ms); default: a day. */
  readonly maxGapMs?: number | undefined
  /** Called after each change of the state of a chain. */
  readonly onState?: OnFollowState | undefined
}

export interface Follower {
  /** Reads that run fail, writes that run end; then the leases are free. */
  stop(): Promise<void>
}

/** Follows chains at the same time, each while no other server does, until it is stopped. */
export function startFollower(deps: FollowerDeps, { chainIds, maxGapMs = DAY_MS, onState }: FollowOptions): Follower {
  const reader = createBlockReader()
  const watched = createWatchedAddresses({ db: deps.store.read, reader })
  const claim = { claimId: deps.newId(), holder: `${hostname()}:${process.pid}` }
  const stopping = new AbortController()
  const running = chainIds.map((chainId) => {
    const work = new MonitorProcessor({ ...deps, chainId })
    const sources = sourcesOf(chainId, { ...deps, reader })
    const takeOver = () => watched.refresh()
    const runner = new ChainRunner({ ...deps, chainId, claim, sleep, work, sources, takeOver, maxGapMs, onState })
    return runner.run(stopping.signal)
  })
  running.push(new Watchdog({ ...deps, sleep }).run(chainIds, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await reader.close()
      await Promise.all(running)
    },
  }
}

/** One node leads until it fails: two nodes are never at the same block. The preferred one leads again when it is back. */
function sourcesOf(chainId: string, deps: FollowerDeps & { readonly reader: BlockReader }): ChainRunnerDeps['sources'] {
  const known = new Map<PooledNode, BlockSource>()
  let leading: PooledNode | undefined
  return async (lead) => {
    const { chains } = await deps.reads.configuration()
    if (chains.paused.has(chainId)) return { code: 'paused', reason: 'the nodes of this chain are paused' }
    const nodes = deps.pool.nodesOf(chainId, chains)
    if (nodes.length === 0) return { code: 'no-node', reason: NO_NODE }
    leading = nodes.find((node) => idOfNode(node) === lead && !node.health.isOnBreak) ?? leading
    if (!leading || leading.health.isOnBreak || !nodes.includes(leading)) leading = nodes[0]
    const ordered = nodes.toSorted((a, b) => Number(b === leading) - Number(a === leading))
    return ordered.map((node) => {
      const source = known.get(node) ?? new NodeBlockSource(node, deps)
      known.set(node, source)
      return source
    })
  }
}

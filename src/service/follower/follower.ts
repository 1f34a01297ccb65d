/**
 * Room: Follows chains: blocks, reorgs, leases; verdicts and messages about monitored addresses.
 *
 * Reads blocks in the loop and writes a step of the chain in one transaction, under the lease of its head. A message leaves only
 * as a row of the outbox in that transaction. What an address did is decided in `activity`, never in `notify`.
 */

import { hostname } from 'node:os'
import { sleep as realSleep, type Sleep } from '../../shared/time/sleep.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import type { BlockReader } from '../chain/blocks/block-reader.ts'
import { createWatchedAddresses } from '../chain/blocks/watched-addresses.ts'
import { createBlockReader } from '../chain/blocks/worker-block-reader.ts'
import type { NodePool } from '../chain/nodes/node-pool.ts'
import type { PooledNode } from '../chain/nodes/pooled-node.ts'
import { type BlockProcessorDeps, MonitorProcessor } from './block-processor.ts'
import type { BlockProcessor } from './loop/block-processing.ts'
import { ChainRunner, type ChainRunnerDeps } from './loop/chain-runner.ts'
import { type FollowFault, NO_NODE } from './loop/faults.ts'
import type { OnFollowState } from './loop/follow-chain.ts'
import { idOfNode, NodeSource } from './loop/node-source.ts'
import type { ChainSource } from './loop/source.ts'
import { Watchdog, type WatchdogDeps } from './loop/watchdog.ts'

export interface FollowerDeps
  extends Omit<WatchdogDeps, 'sleep'>,
    Pick<ChainRunnerDeps, 'takeOver' | 'maxGapMs' | 'onState' | 'meters'> {
  readonly pool: NodePool
  readonly reader: BlockReader
  /** What blocks of a chain mean. */
  readonly workFor: (chainId: string) => BlockProcessor
  readonly sleep?: Sleep
}

/** Follows chains at the same time, each while no other server does. */
export class Follower {
  readonly #deps: FollowerDeps
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>[] = []

  constructor(deps: FollowerDeps) {
    this.#deps = deps
  }

  start(chainIds: readonly string[]): void {
    const { newId, sleep = realSleep } = this.#deps
    const claim = { claimId: newId(), holder: `${hostname()}:${process.pid}` }
    for (const chainId of chainIds) {
      const runner = new ChainRunner({
        ...this.#deps,
        chainId,
        claim,
        sleep,
        work: this.#deps.workFor(chainId),
        sources: this.#sourcesOf(chainId),
      })
      this.#running.push(runner.run(this.#stopping.signal))
    }
    const watchdog = new Watchdog({ ...this.#deps, sleep })
    this.#running.push(watchdog.run(chainIds, this.#stopping.signal))
  }

  /** Reads that run fail, writes that run end; then the leases are free. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#deps.reader.close()
    await Promise.all(this.#running)
  }

  /** One node leads until it fails: two nodes are never at the same block. The preferred one leads again when it is back. */
  #sourcesOf(chainId: string): (lead?: string) => Promise<readonly ChainSource[] | FollowFault> {
    const { pool, reads } = this.#deps
    const known = new Map<PooledNode, ChainSource>()
    let leading: PooledNode | undefined
    return async (lead) => {
      const { chains } = await reads.configuration()
      if (chains.paused.has(chainId)) return { code: 'paused', reason: 'the nodes of this chain are paused' }
      const nodes = pool.nodesOf(chainId, chains)
      if (nodes.length === 0) return { code: 'no-node', reason: NO_NODE }
      leading = nodes.find((node) => idOfNode(node) === lead && !node.health.isOnBreak) ?? leading
      if (!leading || leading.health.isOnBreak || !nodes.includes(leading)) leading = nodes[0]
      const ordered = nodes.toSorted((a, b) => Number(b === leading) - Number(a === leading))
      return ordered.map((node) => {
        const source = known.get(node) ?? new NodeSource(node, this.#deps)
        known.set(node, source)
        return source
      })
    }
  }
}

/** A gap that a person decides about (ms): a day. */
const MAX_GAP_MS = DAY_MS

export type StartFollowerDeps = Omit<BlockProcessorDeps, 'chainId'> &
  Pick<FollowerDeps, 'store' | 'pool' | 'report' | 'meters'>

export interface FollowOptions {
  readonly chainIds: readonly string[]
  /** A longer gap waits for a person (ms); default: a day. */
  readonly maxGapMs?: number | undefined
  /** Called after each change of the state of a chain. */
  readonly onState?: OnFollowState | undefined
}

/** Follows chains until it is stopped. */
export function startFollower(
  deps: StartFollowerDeps,
  { chainIds, maxGapMs = MAX_GAP_MS, onState }: FollowOptions,
): Follower {
  const reader = createBlockReader()
  const watched = createWatchedAddresses({ db: deps.store.read, reader })
  const follower = new Follower({
    ...deps,
    reader,
    maxGapMs,
    onState,
    workFor: (chainId) => new MonitorProcessor({ ...deps, chainId }),
    takeOver: () => watched.refresh(),
  })
  follower.start(chainIds)
  return follower
}

import type { Clock } from '../../shared/time/clock.ts'
import { createWatchedAddresses } from '../chain/blocks/watched-addresses.ts'
import { createBlockReader } from '../chain/blocks/worker-block-reader.ts'
import type { NodePool } from '../chain/nodes/node-pool.ts'
import type { BlockObserver } from '../chain/observer.ts'
import type { Reads } from '../records/reads/reads.ts'
import type { Ids } from '../runtime/deps.ts'
import type { Store } from '../store/store.ts'
import type { DeadlineClock } from '../store/writes/deadline-clock.ts'
import { Follower } from './follower.ts'
import { createBlockProcessor } from './loop/block-processor.ts'
import type { OnFollowState } from './loop/follow-chain.ts'

/** A gap that a person decides about (ms): a day. */
const MAX_GAP_MS = 24 * 60 * 60 * 1000

export interface StartFollowerDeps {
  readonly store: Store
  readonly reads: Reads
  readonly clock: Clock
  readonly deadlines: DeadlineClock
  readonly newId: Ids
  readonly pool: NodePool
  readonly chain: BlockObserver
  readonly report: (error: unknown) => void
  /** Wakes the courier after a commit that added events. */
  readonly wake: () => void
}

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
    ...{ reader, maxGapMs, onState },
    workFor: (chainId) => createBlockProcessor({ ...deps, chainId }),
    takeOver: () => watched.refresh(),
  })
  follower.start(chainIds)
  return follower
}

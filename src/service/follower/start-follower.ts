import { createWatchedAddresses } from '../chain/blocks/watched-addresses.ts'
import { createBlockReader } from '../chain/blocks/worker-block-reader.ts'
import { Follower, type FollowerDeps } from './follower.ts'
import { type BlockProcessorDeps, createBlockProcessor } from './loop/block-processor.ts'
import type { OnFollowState } from './loop/follow-chain.ts'

/** A gap that a person decides about (ms): a day. */
const MAX_GAP_MS = 24 * 60 * 60 * 1000

export type StartFollowerDeps = Omit<BlockProcessorDeps, 'chainId'> & Pick<FollowerDeps, 'store' | 'pool' | 'report'>

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

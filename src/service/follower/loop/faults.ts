import type { FollowStep } from '../../../api/vocabulary.ts'
import type { BlockHeader } from '../../chain/blocks/block.ts'
import type { RpcFailure } from '../../chain/rpc/json-rpc.ts'
import type { ChainHeadRow } from '../../store/schema/schema.ts'
import type { BlockSource } from './source.ts'

/**
 * Why a chain waits or stopped, and what a person does about it. The row of the chain has the code, and one line that says what
 * happened.
 */
const steps = {
  paused: 'resume',
  'no-node': 'add-node',
  'node-behind': 'test-nodes',
  'nodes-disagree': 'test-nodes',
  'node-fault': 'test-nodes',
  'no-final-block': 'set-finality',
  'bad-block': 'add-node',
  pruned: 'add-node',
  'wrong-chain': 'test-nodes',
  // Skipping leaves blocks out for good.
  gap: 'longer-gap',
  'deep-reorg': 'skip',
  database: 'diagnose',
  error: 'diagnose',
} as const satisfies Readonly<Record<string, FollowStep>>

export type ReasonCode = keyof typeof steps

export function isReasonCode(code: string): code is ReasonCode {
  return code in steps
}

/** Reasons that a person has to decide about; the others end by themselves. */
const STOPS: readonly ReasonCode[] = ['wrong-chain', 'deep-reorg']

export function isStop(code: ReasonCode): boolean {
  return STOPS.includes(code)
}

/** The reason of `no-node` is this where no node can be requested. */
export const NO_NODE = 'no node is configured'

/**
 * Gives what a person does about a reason.
 * @param reason the line that is stored with the code
 */
export function followStep(code: ReasonCode, reason: string | null): FollowStep {
  // Another node helps only where there is none: one that is configured is down.
  const isDown = code === 'no-node' && reason !== NO_NODE
  return steps[isDown ? 'node-behind' : code]
}

/** A fault is one of a node, or of all. */
export interface FollowFault {
  readonly code: ReasonCode
  /** One line without a period. */
  readonly reason: string
}

/** Says what a failure of a node means for its chain. @param failure of a request to the node */
export function faultOf({ host }: BlockSource, failure: RpcFailure): FollowFault {
  const { kind } = failure
  const reason = `${host}: ${failure.reason ?? failure.message}`
  if (kind === 'pruned') return { code: 'pruned', reason }
  if (kind === 'bad-answer') return { code: 'bad-block', reason }
  return { code: kind === 'lagging' ? 'node-behind' : 'no-node', reason }
}

/**
 * Stops only when every node says so: one that works is worth waiting for. That nodes disagree is more than that one of them does
 * not answer.
 */
export function worstOf(faults: readonly FollowFault[]): FollowFault {
  const [first] = faults
  if (!first) return { code: 'no-node', reason: NO_NODE }
  const waiting = faults.find(({ code }) => code === 'nodes-disagree') ?? faults.find(({ code }) => !isStop(code))
  const reasons = [...new Set(faults.map(({ reason }) => reason))]
  return { code: (waiting ?? first).code, reason: reasons.slice(0, 3).join('; ') }
}

/** Blocks that a gap has at least: the clock of a chain that stood still says nothing. */
const GAP_BLOCKS = 256

/** Says why the blocks up to a head are not read without a decision of a person. @param maxGapMs a longer gap waits */
export function gapTo(head: BlockHeader, row: ChainHeadRow, maxGapMs: number): FollowFault | undefined {
  const seconds = head.timestamp - (row.tip_time ?? head.timestamp)
  const blocks = head.number - (row.tip_number ?? head.number)
  if (seconds * 1000 <= maxGapMs || blocks < GAP_BLOCKS) return undefined
  return { code: 'gap', reason: `${blocks} blocks (${Math.round(seconds / 3600)} hours) were not followed` }
}

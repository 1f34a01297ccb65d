import type { FollowStep } from '../../../api/vocabulary.ts'

/** Why a chain waits or stopped. The row of the chain has the code, and one line that says what happened. */
export const reasonCodes = [
  'paused',
  'no-node',
  'node-behind',
  'nodes-disagree',
  'node-fault',
  'no-final-block',
  'bad-block',
  'pruned',
  'wrong-chain',
  'gap',
  'deep-reorg',
  'database',
  'error',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

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

const steps: Readonly<Record<ReasonCode, FollowStep>> = {
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
}

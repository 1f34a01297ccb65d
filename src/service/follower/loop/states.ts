/** Why a chain waits or stopped. The row of the chain has the code, and one line that says what happened. */
export const reasonCodes = [
  'paused',
  'no-node',
  'node-behind',
  'nodes-disagree',
  'node-fault',
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

/** Of `no-node`: there is none that could be asked. */
export const NO_NODE = 'no node is configured'

/**
 * The command that goes on.
 * @param reason the line that is stored with the code
 */
export function nextCommand(code: ReasonCode, reason: string | null, chain: string): string {
  // Another node helps only where there is none: one that is configured is down.
  const isDown = code === 'no-node' && reason !== NO_NODE
  return commands[isDown ? 'node-behind' : code].replaceAll('<chain>', chain)
}

const commands: Readonly<Record<ReasonCode, string>> = {
  paused: 'txwarden chain resume <chain>',
  'no-node': 'txwarden chain add <chain>',
  'node-behind': 'txwarden chain test <chain>',
  'nodes-disagree': 'txwarden chain test <chain>',
  'node-fault': 'txwarden chain test <chain>',
  'bad-block': 'txwarden chain add <chain>',
  pruned: 'txwarden chain add <chain>',
  'wrong-chain': 'txwarden chain test <chain>',
  // Skipping leaves blocks out for good.
  gap: 'txwarden serve --follow <chain> --max-gap 30d',
  'deep-reorg': 'txwarden chain skip <chain> --to latest',
  database: 'txwarden doctor',
  error: 'txwarden doctor',
}

import type { ValidationResult } from '../../api/schemas/transaction.ts'

const UNKNOWN_SELECTOR = 'Unknown selector '

/** Starts of the lines about a call whose effects are unknown. */
const unreadCall = [UNKNOWN_SELECTOR, 'Unknown router command ', 'Effects of ', 'Not in the call data: ']

/** What adds the data, by the start of its line. */
const remedies: readonly (readonly [start: string, remedy: string])[] = [
  [UNKNOWN_SELECTOR, 'txwarden intel import --format 4byte adds its signature'],
  ['Not simulated: the nodes of this chain are paused', 'txwarden chain resume asks them again'],
  ['Not simulated', 'txwarden chain test shows what the nodes can do'],
  ['No hop graph', 'txwarden intel graph import adds one'],
]

/** A line of missing data with what adds it. */
export function withRemedy(line: string): string {
  const [, remedy] = remedies.find(([start]) => line.startsWith(start)) ?? []
  return remedy === undefined ? line : `${line} (${remedy})`
}

/** A call was not read: who gains is unknown, even if its contract is known. */
export function hasUnreadCall(result: ValidationResult): boolean {
  return hasMissing(result, ...unreadCall)
}

export function hasUnknownSelector(result: ValidationResult): boolean {
  return hasMissing(result, UNKNOWN_SELECTOR)
}

/** What the signature allows is unknown, even if the addresses are known. */
export function isUnknownMessage(result: ValidationResult): boolean {
  return hasMissing(result, 'Unknown message type ')
}

function hasMissing({ explanation }: ValidationResult, ...starts: readonly string[]): boolean {
  return explanation?.missing.some((line) => starts.some((start) => line.startsWith(start))) ?? false
}

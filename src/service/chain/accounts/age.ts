import { DAY_S } from '../../../shared/time/units.ts'
import type { ObservedBlock } from '../../risk/chain/observation.ts'
import type { PastBlock } from '../nodes/chain-node.ts'
import { PAST_AGE_S } from '../nodes/past-block.ts'
import { type Findings, fingerprintOf } from './raw-account.ts'

export const AGE = 'Age of contracts'

/** A state that did not hold until a day before that says little about three days ago. */
const TOLERANCE = DAY_S

/** Code that was seen at an address. That stays true, unlike everything else that a node says. */
export interface SeenCode {
  readonly address: string
  /** `fingerprintOf` */
  readonly fingerprint: string
  /** Time of the earliest block where it was seen (seconds). */
  readonly since: number
}

export interface AgeFacts {
  readonly head: ObservedBlock
  readonly now: Findings
  /** Three days earlier. */
  readonly past: Findings
  /** The block that `past` was requested at. */
  readonly pastBlock: PastBlock | undefined
  readonly seen: ReadonlyMap<string, SeenCode>
}

/** Gives what an account runs. Undefined: not all of it was read. */
export function fingerprintAt(address: string, found: Findings, isSafe: boolean): string | undefined {
  const raw = found.accounts.get(address)
  return raw && fingerprintOf(raw, found.words.get(address), isSafe)
}

export function isSeenLongAgo(address: string, fingerprint: string | undefined, { head, seen }: AgeFacts): boolean {
  const known = seen.get(address)
  return fingerprint !== undefined && known?.fingerprint === fingerprint && isOld(known, head)
}

export function isOld(known: SeenCode | undefined, head: ObservedBlock): boolean {
  return known !== undefined && known.since <= head.timestamp - PAST_AGE_S
}

/**
 * Whether an account with code ran the same code three days before the head. The block of then counts by its timestamp,
 * which comes with the state: a node that answers from another block, proves nothing.
 */
export function ranSameCode(address: string, isSafe: boolean, facts: AgeFacts): boolean | undefined {
  const { head, now, past, pastBlock } = facts
  const present = fingerprintAt(address, now, isSafe)
  if (isSeenLongAgo(address, present, facts)) return true
  const raw = now.accounts.get(address)
  const before = past.accounts.get(address)
  if (raw === undefined || before === undefined || past.timestamp === undefined) return undefined
  const earlier = fingerprintAt(address, past, isSafe)
  const isSameCode = before.codeHash === raw.codeHash
  if (isSameCode && (present === undefined || earlier === undefined)) return undefined
  if (isSameCode && earlier === present) return agreement(head, past.timestamp) === 'later' ? undefined : true
  const isOfBlock = past.timestamp === pastBlock?.timestamp
  const when = agreement(head, isOfBlock ? pastBlock.until : past.timestamp)
  return when === 'much earlier' || !hasState(past) ? undefined : false
}

/**
 * Nodes that pruned a state answer without an error as if no account existed. Where none of the requested accounts existed,
 * the answers prove no absence.
 */
function hasState(past: Findings): boolean {
  return Array.from(past.accounts.values()).some(({ codeSize, balance }) => codeSize > 0 || balance > 0n)
}

/** Compares the time (s) of a state with three days before the head: later · three days · much earlier. */
export function agreement(head: ObservedBlock, timestamp: number): 'later' | 'three days' | 'much earlier' {
  const age = head.timestamp - timestamp
  if (age < PAST_AGE_S) return 'later'
  return age <= PAST_AGE_S + TOLERANCE ? 'three days' : 'much earlier'
}

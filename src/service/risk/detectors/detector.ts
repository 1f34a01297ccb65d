import type { Action, Control, Grant, Interaction, Order, Transfer } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { payerOf } from '../controlled-accounts.ts'
import type { EvidenceSet } from '../evidence.ts'
import { isKnownCounterparty, type Reputation, reputationOf } from '../reputation.ts'
import type { Role } from '../roles.ts'
import { type Finding, isZeroAddress } from '../types.ts'

/** What a detector reads. Addresses are lower case. */
export interface Facts extends Analysis {
  readonly evidence: EvidenceSet
  readonly transfers: readonly Transfer[]
  /** Without revocations and grants to the owner itself: these are always safe. */
  readonly grants: readonly Grant[]
  readonly orders: readonly Order[]
  readonly controls: readonly Control[]
  readonly interactions: readonly Interaction[]
  roleOf(address: string): Role | ''
  reputationOf(address: string): Reputation
  /** No data about the address, good or bad. Never the sender or the zero address. */
  isUnknown(address: string): boolean
  /** Actions grouped by authority; only authorities unknown to this service and to the accounts that pay them. */
  byUnknown<T extends Action>(actions: readonly T[]): readonly (readonly [string, readonly T[]])[]
}

/** A finding without its rule and category; the category follows from the subCategory. */
export type Observation = Omit<Finding, 'rule' | 'category'>

/** `flip` of a finding about an unknown address. */
export const toKnowAddress = 'add an ALLOW entry for the address, or import a source that names it'

/** The same where a reported transaction also makes the address known. */
export const toKnowCounterparty =
  'add an ALLOW entry for the address, import a source that names it, or report an earlier transaction with it'

/** One rule: its documentation and a pure function. */
export interface Detector {
  /** Same as the file name. Part of the interface: `rule` of a reason. */
  readonly id: string
  /** When it fires, one sentence. */
  readonly summary: string
  /** Why it is dangerous, and the points it sets. */
  readonly why: string
  /** Where the rule comes from. */
  readonly origin: string
  detect(facts: Facts): readonly Observation[]
}

export function factsOf(analysis: Analysis, evidence: EvidenceSet): Facts {
  const { actions, subjects, transaction } = analysis
  const roles = new Map(subjects.map((subject) => [subject.address, subject.role]))
  const reputations = new Map<string, Reputation>()
  const cachedReputation = (address: string): Reputation => {
    const cached = reputations.get(address)
    if (cached) return cached
    const reputation = reputationOf(address, evidence)
    reputations.set(address, reputation)
    return reputation
  }
  const isUnknown = (address: string): boolean => {
    if (address === transaction.from || isZeroAddress(address)) return false
    const { allowedBy, trustedBy, flagged, knownCounterparty } = cachedReputation(address)
    return allowedBy === undefined && trustedBy === undefined && !flagged && !knownCounterparty
  }
  return {
    ...analysis,
    evidence,
    transfers: actions.filter((action) => action.kind === 'transfer'),
    grants: actions.filter((action) => action.kind === 'grant').filter(isGiven),
    orders: actions.filter((action) => action.kind === 'order'),
    controls: actions.filter((action) => action.kind === 'control'),
    interactions: actions.filter((action) => action.kind === 'interaction'),
    roleOf: (address) => roles.get(address) ?? '',
    reputationOf: cachedReputation,
    isUnknown,
    byUnknown(some) {
      if (some.length === 0) return []
      const byAuthority = Map.groupBy(some, (action) => action.authority)
      return Array.from(byAuthority).filter(
        ([authority, own]) =>
          isUnknown(authority) && !own.every((action) => isKnownCounterparty(authority, evidence, payerOf(action))),
      )
    },
  }
}

function isGiven({ revokes, authority, owner }: Grant): boolean {
  return !revokes && authority !== owner
}

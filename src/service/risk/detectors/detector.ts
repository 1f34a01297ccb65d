import type { Action, Control, Grant, Interaction, Order, Transfer } from '../actions/actions.ts'
import type { Examined } from '../collect-subjects.ts'
import { payerOf } from '../controlled-accounts.ts'
import type { EvidenceSet } from '../evidence.ts'
import { isFamiliar, isNobody, reputationOf, type Standing } from '../reputation.ts'
import type { Finding, Role } from '../types.ts'

/** What a detector may look at. Addresses are lower case. */
export interface Facts extends Examined {
  readonly evidence: EvidenceSet
  readonly transfers: readonly Transfer[]
  /** Those that give a right to somebody else than its owner; a right that is taken back is always safe. */
  readonly grants: readonly Grant[]
  readonly orders: readonly Order[]
  readonly controls: readonly Control[]
  readonly interactions: readonly Interaction[]
  roleOf(address: string): Role | ''
  reputationOf(address: string): Standing
  /** Nothing good is known about the address, and nothing that says at least WARNING by itself. Never the sender. */
  isStranger(address: string): boolean
  /** The actions whose authority is a stranger, and not only to the accounts that pay it, together for each. */
  ofStrangers<T extends Action>(actions: readonly T[]): readonly (readonly [string, readonly T[]])[]
}

/** A finding before it is signed with the rule that made it; its category follows from the subCategory. */
export type Observation = Omit<Finding, 'rule' | 'category'>

/** One rule: facts about itself and a pure function. */
export interface Detector {
  /** The file's name; what a person greps for in a log. */
  readonly id: string
  /** When it fires, one sentence. */
  readonly summary: string
  /** Why that is dangerous, and what it is worth in points. */
  readonly why: string
  /** Where the rule comes from. */
  readonly origin: string
  detect(facts: Facts): readonly Observation[]
}

export function factsOf(examined: Examined, evidence: EvidenceSet): Facts {
  const { actions, subjects, transaction } = examined
  const roles = new Map(subjects.map((subject) => [subject.address, subject.role]))
  const standings = new Map<string, Standing>()
  const standing = (address: string): Standing => {
    const known = standings.get(address)
    if (known) return known
    const found = reputationOf(address, evidence)
    standings.set(address, found)
    return found
  }
  const isStranger = (address: string): boolean => {
    if (address === transaction.from || isNobody(address)) return false
    const { allowedBy, vouch, accused, familiar } = standing(address)
    return allowedBy === undefined && vouch === undefined && !accused && !familiar
  }
  return {
    ...examined,
    evidence,
    transfers: actions.filter((action) => action.kind === 'transfer'),
    grants: actions.filter((action) => action.kind === 'grant').filter(isGiven),
    orders: actions.filter((action) => action.kind === 'order'),
    controls: actions.filter((action) => action.kind === 'control'),
    interactions: actions.filter((action) => action.kind === 'interaction'),
    roleOf: (address) => roles.get(address) ?? '',
    reputationOf: standing,
    isStranger,
    ofStrangers(some) {
      if (some.length === 0) return []
      const together = Map.groupBy(some, (action) => action.authority)
      return Array.from(together).filter(
        ([authority, done]) =>
          isStranger(authority) && !done.every((action) => isFamiliar(authority, evidence, payerOf(action))),
      )
    },
  }
}

function isGiven({ revokes, authority, owner }: Grant): boolean {
  return !revokes && authority !== owner
}

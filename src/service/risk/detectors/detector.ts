/** Room: The rules, one file each. */

import type { RuleId } from '../../../api/text/rules.ts'
import { EVERYONE } from '../../evm/words.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../types.ts'

/**
 * What a detector finds. `findingsOf` adds what most findings have in common; the role is that of the subject, and the category follows
 * from the subCategory. One about no address says what to do: there is none to vouch for.
 */
export type Observation = Pick<Finding, 'points' | 'text'> &
  Partial<Omit<Finding, 'points' | 'text' | 'rule' | 'category' | 'role' | 'subject' | 'flip'>> &
  ({ readonly subject: string; readonly flip?: string } | { readonly subject?: never; readonly flip: string })

/** `flip` of a finding about an unknown address: name tags vouch for nothing, and history for payments alone. */
export const toVouch = 'verify the address with its owner, then add an ALLOW entry for it'

/** About the call as a whole, by its data. */
const usual = {
  subCategory: 'maliciousInteraction',
  hops: 0,
  subject: '',
  source: 'call data',
  flip: toVouch,
} as const

/** Nearly all detectors find nothing in nearly all transactions. */
const NONE: readonly never[] = []

/** The findings of one detector, without its rule. */
export function findingsOf(
  { detect }: Pick<Detector, 'detect'>,
  facts: Facts,
): readonly Omit<Finding, 'rule' | 'category'>[] {
  const observations = detect(facts)
  if (observations.length === 0) return NONE
  return observations.map((observation) => {
    const finding = { ...usual, ...observation }
    return { ...finding, role: facts.roleOf(finding.subject) }
  })
}

/** `flip` of a finding about a change of control or code that must not be signed by mistake. */
export const rejectOrVouch =
  'reject, unless this change is planned: in that case verify the address with its owner and add an ALLOW entry for it'

/** `flip` of a finding about something that the call data hides. */
export const rejectUnlessPlanned =
  'reject, unless this is planned: verify the address with its owner, then add an ALLOW entry for it'

/** Completes a finding about an authority that `isUnknown` returned. */
export function unknownText(authority: string, { reputationOf }: Facts): string {
  if (authority === EVERYONE) return 'stands for everyone'
  return reputationOf(authority).trustedBy?.canonical === true ? 'is known for other uses only' : 'is unknown'
}

/** Each is one case; the test of the detector has a test of it, with the same words as its title. */
export interface Examples {
  /** What it finds. */
  readonly attack: string
  /** What looks similar and is not a finding. */
  readonly nearMiss: string
  /** How somebody would try to evade it, and whether that fails. */
  readonly evasion: string
}

/** What most transactions lack. `trace`: given, or read into the analysis. `entries` and `intel`: about a subject. */
export const readables = [
  'transfers',
  'grants',
  'rights',
  'exchanges',
  'orders',
  'controls',
  'interactions',
  'message',
  'chain',
  'executed',
  'trace',
  'entries',
  'intel',
  'counterparties',
  'connections',
  'lookalikes',
] as const
export type Readable = (typeof readables)[number]

export function isPresent(what: Readable, facts: Facts): boolean {
  const { subjects, evidence } = facts
  switch (what) {
    case 'message':
      return facts.message !== undefined
    case 'chain':
    case 'executed':
      return evidence[what] !== undefined
    case 'trace':
      return evidence.trace !== undefined || facts.changes !== undefined
    case 'counterparties':
      return evidence.hasCounterparties
    case 'connections':
      return evidence.hasConnections
    case 'lookalikes':
      return evidence.hasLookalikes
    case 'entries':
      return subjects.some(({ address }) => evidence.entriesOn(address).length > 0)
    case 'intel':
      return subjects.some(({ address }) => evidence.intelOn(address).length > 0)
    default:
      return facts[what].length > 0
  }
}

/** One rule: its documentation and a pure function. */
export interface Detector {
  /** Same as the file name. Part of the interface: `rule` of a reason. Its clause for texts without a source is in api/text/rules.ts. */
  readonly id: RuleId
  /**
   * `others`: who takes part, and what is done to accounts that did not send the transaction; it also runs on transactions that no own
   * account sent. `sender`: the risk of the sender.
   */
  readonly about: 'others' | 'sender'
  /** When it fires, one sentence. */
  readonly summary: string
  /** The points it sets, and why. */
  readonly why: string
  /** Where the rule comes from. */
  readonly origin: string
  readonly examples: Examples
  /** It finds nothing where all of these are absent, and is not run. Absent: it is always run. */
  readonly reads?: readonly Readable[]
  detect(facts: Facts): readonly Observation[]
}

import type { RuleId } from '../../../api/text/rules.ts'
import { lazily } from '../../../shared/lazily.ts'
import { EVERYONE, isZeroAddress } from '../../evm/words.ts'
import { type Account, accountOf } from '../account/account.ts'
import type { Action, Control, Exchange, Grant, Interaction, Order, Right, Transfer } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { addressesInData } from '../decode/addresses.ts'
import type { EvidenceSet } from '../evidence.ts'
import { clonesIn } from '../parties/clones.ts'
import { ownAccounts, ownCodeIn } from '../parties/controlled-accounts.ts'
import { isKnownAs } from '../parties/known-as.ts'
import { type Reputation, reputationOf } from '../parties/reputation.ts'
import type { Role } from '../parties/roles.ts'
import { hasPrecedent, isVouchedIn } from '../parties/trust.ts'
import { type AddressText, type Finding, inLowerCase } from '../types.ts'

/** What a detector reads. Addresses are lower case. */
export interface Facts extends Analysis {
  readonly evidence: EvidenceSet
  readonly transfers: readonly Transfer[]
  /** Without revocations and grants to the owner itself: these are always safe. */
  readonly grants: readonly Grant[]
  /** Without revocations and rights of the owner itself. */
  readonly rights: readonly Right[]
  readonly exchanges: readonly Exchange[]
  readonly orders: readonly Order[]
  readonly controls: readonly Control[]
  readonly interactions: readonly Interaction[]
  /** What must be accounted for, and is not. */
  readonly account: Account
  /** As texts name it. */
  readonly addressText: AddressText
  roleOf(address: string): Role | ''
  reputationOf(address: string): Reputation
  /**
   * Nothing vouches for the address in this action, and no threat is known either. Never the zero address, nor the sender
   * of a transaction that is the operator's own.
   * @param address instead of the authority
   */
  isUnknown(action: Action, address?: string): boolean
  /** Code that the authority brings will run as an account of the sender. */
  isOwnCode(control: Control): boolean
  /** `ownAccounts` of the analysis. */
  accounts(): ReadonlySet<string>
  /** Actions grouped by authority; only those whose authority is unknown. */
  byUnknown<T extends Action>(actions: readonly T[]): readonly (readonly [string, readonly T[]])[]
}

/**
 * What a detector finds. `findingsOf` adds what most findings have in common; the role is that of the subject, and the category follows
 * from the subCategory.
 */
export type Observation = Pick<Finding, 'points' | 'text' | 'flip'> &
  Partial<Omit<Finding, 'points' | 'text' | 'flip' | 'rule' | 'category' | 'role'>>

/** About the call as a whole, by its data. */
const usual = { subCategory: 'maliciousInteraction', hops: 0, subject: '', source: 'call data' } as const

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

/** `flip` of a finding about an unknown address: name tags vouch for nothing, and history for payments alone. */
export const toVouch = 'verify the address with its owner, then add an ALLOW entry for it'

/** `flip` of a finding about a change of control or code that must not be signed by mistake. */
export const rejectOrVouch =
  'reject, unless this change is planned: in that case verify the address with its owner and add an ALLOW entry for it'

/** `flip` of a finding about something that the call data hides. */
export const rejectUnlessPlanned =
  'reject, unless this is planned: verify the address with its owner, then add an ALLOW entry for it'

/** setUp(bytes) of Zodiac's modules: without it, anyone may set the clone up. */
const SET_UP = '0xa4f9edbf'

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
  ...(['transfers', 'grants', 'rights', 'exchanges', 'orders', 'controls', 'interactions'] as const),
  ...(['message', 'chain', 'executed', 'trace', 'entries', 'intel'] as const),
  ...(['counterparties', 'connections', 'lookalikes'] as const),
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

export function factsOf(
  analysis: Analysis,
  evidence: EvidenceSet,
  addressText: AddressText = inLowerCase,
  account: Account = accountOf(analysis, evidence),
): Facts {
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
  const own = lazily(() => ownAccounts(analysis))
  const codeIsOwn = lazily(() => ownCodeIn(analysis, own()))
  const isOwnCode = (control: Control) => codeIsOwn()(control)
  const clones = lazily(() => clonesIn(analysis.decoded))
  /** A clone of a known master copy, made here by a known factory and set up for accounts of the sender or known addresses. */
  const isOwnClone = (action: Action): boolean => {
    const clone = clones().get(action.authority)
    if (!clone || action.kind !== 'control' || !clone.initializer.startsWith(SET_UP)) return false
    const { masterCopy, factory, initializer } = clone
    if (!isKnownAs(masterCopy, ['module'], evidence) || !isKnownAs(factory, ['factory'], evidence)) return false
    return addressesInData(initializer).every((each) => own().has(each) || !isUnknown(action, each))
  }
  /** A known factory makes the proxy with its code, and sets it up. */
  const isMade = ({ call: { to, inTrace } }: Action) =>
    to !== undefined && !inTrace && isKnownAs(to, ['factory'], evidence)
  const isUnknown = (action: Action, address = action.authority): boolean => {
    if (isZeroAddress(address) || (address === transaction.from && evidence.executed?.isOwn !== false)) return false
    const { allowedBy, trustedBy, flagged } = cachedReputation(address)
    if (allowedBy !== undefined || flagged) return false
    // Known code is known behind accounts of its own protocol: behind another proxy anyone may set it up.
    const isForeignCode =
      action.kind === 'control' && action.form === 'upgrade' && !isOwnCode(action) && !isMade(action)
    if (trustedBy !== undefined && !isForeignCode && isVouchedIn(action, address, evidence)) return false
    return !hasPrecedent(action, address, evidence) && !(address === action.authority && isOwnClone(action))
  }
  return {
    ...analysis,
    evidence,
    ...sortActions(actions),
    account,
    addressText,
    roleOf: (address) => roles.get(address) ?? '',
    reputationOf: cachedReputation,
    isUnknown,
    isOwnCode,
    accounts: own,
    byUnknown(some) {
      if (some.length === 0) return []
      const unknown = some.filter((action) => isUnknown(action))
      return unknown.length === 0 ? [] : Array.from(Map.groupBy(unknown, (action) => action.authority))
    },
  }
}

/** In one pass: every transaction is sorted. */
function sortActions(actions: readonly Action[]) {
  const transfers: Transfer[] = []
  const grants: Grant[] = []
  const rights: Right[] = []
  const exchanges: Exchange[] = []
  const orders: Order[] = []
  const controls: Control[] = []
  const interactions: Interaction[] = []
  for (const action of actions)
    switch (action.kind) {
      case 'transfer':
        transfers.push(action)
        break
      case 'grant':
        if (isGiven(action)) grants.push(action)
        break
      case 'right':
        if (isGiven(action)) rights.push(action)
        break
      case 'exchange':
        exchanges.push(action)
        break
      case 'order':
        orders.push(action)
        break
      case 'control':
        controls.push(action)
        break
      case 'interaction':
        interactions.push(action)
    }
  return { transfers, grants, rights, exchanges, orders, controls, interactions }
}

function isGiven({ revokes, authority, owner }: Grant | Right): boolean {
  return !revokes && authority !== owner
}

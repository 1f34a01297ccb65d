import type { Role } from '../../api/text/roles.ts'
import { lazily } from '../../shared/lazily.ts'
import { isZeroAddress } from '../evm/words.ts'
import { type Accounting, accountOf } from './account/account.ts'
import type { Action, Control, Exchange, Grant, Interaction, Order, Right, Transfer } from './actions/actions.ts'
import type { Analysis } from './analyze.ts'
import { addressesInData } from './decode/addresses.ts'
import type { EvidenceSet } from './evidence.ts'
import { clonesIn } from './parties/clones.ts'
import { ownAccounts, ownCodeIn } from './parties/controlled-accounts.ts'
import { isKnownAs } from './parties/known-as.ts'
import { type Reputation, reputationOf } from './parties/reputation.ts'
import { hasPrecedent, isVouchedIn } from './parties/trust.ts'
import { type AddressText, inLowerCase } from './types.ts'

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
  readonly account: Accounting
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

/** setUp(bytes) of Zodiac's modules: without it, anyone may set the clone up. */
const SET_UP = '0xa4f9edbf'

export function factsOf(
  analysis: Analysis,
  evidence: EvidenceSet,
  addressText: AddressText = inLowerCase,
  account: Accounting = accountOf(analysis, evidence),
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

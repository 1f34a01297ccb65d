import type { Role } from '../../../api/text/roles.ts'
import type { Action, Exchange } from '../actions/actions.ts'
import { controls, rights } from '../actions/forms.ts'
import { type EvidenceSet, type IntelRecord, type KnownAs, knownAs } from '../evidence.ts'
import { isWarning } from './reputation.ts'

/** As what a contract is known that may be called. A token vouches for its own functions. */
const callable: readonly KnownAs[] = knownAs.filter((as) => as !== 'payee')

/** What an arbitrary contract that decides over what is paid in must be known as: a pool, its tokens, oracle or hook. */
const deciding: readonly KnownAs[] = [
  'market',
  'token',
  'oracle',
  'module',
  'callee',
  'router',
  'spender',
  'bridge',
  'factory',
]

/** What goes to another chain may be received there by a handler, which passes it on; an executor leaves it to anyone. */
const receivingElsewhere: readonly KnownAs[] = ['payee', 'handler']

const payees: readonly KnownAs[] = ['payee']
const payeesOrAsset: readonly KnownAs[] = ['payee', 'token']
const spenders: readonly KnownAs[] = ['spender']

/** Who alone may deliver what is sent to another chain. */
const delivering: readonly KnownAs[] = ['bridge', 'executor']

/** As what an address beside the authority must be known, that decides what becomes of what is given. */
export function askedOfHolder(action: Action): readonly KnownAs[] {
  return action.kind === 'exchange' && action.form === 'bridge' ? delivering : deciding
}

/** As what the authority of an action must be known. */
export function askedBy(action: Action): readonly KnownAs[] {
  switch (action.kind) {
    case 'transfer':
      return payees
    case 'order':
      return action.isOpen && action.authority === action.call.to ? deciding : payees
    case 'exchange':
      return askedOfReceiver(action)
    case 'grant':
      return action.form === 'permit2-transfer' ? payees : spenders
    case 'right':
      return rights[action.right].asked
    case 'control':
      return controls[action.form].asked
    case 'interaction':
      return callable
  }
}

/** What stays in the called contract is its part, and a withdrawal that names no token may have it where others have the receiver. */
function askedOfReceiver({ form, authority, call, receives }: Exchange): readonly KnownAs[] {
  if (authority === call.to) return callable
  if (form === 'bridge') return receivingElsewhere
  return form === 'withdrawal' && receives.length === 0 ? payeesOrAsset : payees
}

/** The same by role alone, where the action is not known. Absent: any record says what the address is. */
const askedOfRoles: Readonly<Partial<Record<Role, readonly KnownAs[]>>> = {
  recipient: payees,
  beneficiary: payees,
  spender: spenders,
  operator: spenders,
  'right-holder': [...new Set(Object.values(rights).flatMap(({ asked }): readonly KnownAs[] => asked))],
  target: callable,
  market: deciding,
  implementation: ['implementation'],
  'new-owner': ['module'],
  module: ['module', 'handler'],
  delegate: ['library', 'delegate'],
}

export function askedOf(role: Role | ''): readonly KnownAs[] | undefined {
  return role === '' ? undefined : askedOfRoles[role]
}

/** Whether a source knows the address as one of these. A threat is known for nothing else. */
export function isKnownAs(
  address: string,
  asked: readonly KnownAs[],
  { intelOn }: Pick<EvidenceSet, 'intelOn'>,
): boolean {
  return intelOn(address).some((record) => vouchesAs(record, asked))
}

/** A burn address is what it says. A contract that accepts payments of some kind is a payee: a rule validates the kind, on this chain. */
export function vouchesAs(record: IntelRecord, asked: readonly KnownAs[]): boolean {
  if (isWarning(record)) return false
  if (record.kind === 'burn') return true
  // Lists take tokens for a form and a fee: what the functions of one do beyond the standards, and whether it is a fair pool, vault or
  // oracle, they do not say.
  if (record.format === 'token-list' && asked !== knownAs && asked.includes('market')) return false
  if (
    asked.includes('payee') &&
    asked !== receivingElsewhere &&
    Array.isArray(record.payments) &&
    record.payments.length > 0
  )
    return true
  return record.as?.some((as) => asked.includes(as)) === true
}

/** What the operator's own list says of an address, by its kind. */
const asOfKinds: Readonly<Partial<Record<IntelRecord['kind'], readonly KnownAs[]>>> = {
  token: ['token'],
  protocol: [
    'market',
    'router',
    'spender',
    'callee',
    'payee',
    'library',
    'module',
    'handler',
    'factory',
    'bridge',
    'oracle',
    'name',
  ],
  exchange: payees,
  benign: payees,
}

/** A token list vouches for the asset, the operator's own list for what its kind says, and the labels of other feeds for nothing. */
export function asOfFeed({
  kind,
  canonical,
  format,
}: Pick<IntelRecord, 'kind' | 'canonical' | 'format'>): Pick<IntelRecord, 'as'> {
  const as = canonical ? (format === 'token-list' ? asOfKinds.token : asOfKinds[kind]) : undefined
  return as ? { as } : {}
}

import type { Action, Asset, Control } from './actions/actions.ts'
import { actionsOf, delegationsOf } from './actions/read-actions.ts'
import { namedAddresses } from './decode/addresses.ts'
import { type Call, type Decoded, decodeCalls, everyCall, isTransparent } from './decode/calls.ts'
import type { Role, Subject, Transaction } from './types.ts'

/** A transaction with all that can be read from it alone. */
export interface Examined {
  readonly transaction: Transaction
  readonly decoded: Decoded
  readonly actions: readonly Action[]
  /** The sender first, then `to`, then in the order in which the calls name them. */
  readonly subjects: readonly Subject[]
}

/** Decodes a transaction and finds who matters in it. Throws for no input. */
export function examine(transaction: Transaction): Examined {
  const normal: Transaction = {
    ...transaction,
    from: transaction.from.toLowerCase(),
    to: transaction.to?.toLowerCase(),
    ...(transaction.authorizations && {
      authorizations: transaction.authorizations.map((each) => ({ ...each, address: each.address.toLowerCase() })),
    }),
  }
  const decoded = decodeCalls(normal)
  const delegations = delegationsOf(normal, decoded.root)
  const decodedActions = Array.from(everyCall(decoded.root), (call) => ({
    call,
    actions: actionsOf(call, normal.from),
  }))
  return {
    transaction: normal,
    decoded,
    actions: [...delegations, ...decodedActions.flatMap((deed) => deed.actions)],
    subjects: subjectsOf(normal, delegations, decodedActions),
  }
}

/** A call, and what it does itself. */
interface Deed {
  readonly call: Call
  readonly actions: readonly Action[]
}

/** The addresses, lower case and each once, about which evidence is to be looked up. */
export function addressesOf(examined: Examined): string[] {
  return examined.subjects.map((subject) => subject.address)
}

/**
 * Who gains comes before what is merely called: a token that is sent to its own contract is judged as the recipient.
 * `revoked` comes last, so that an address that also gains something is never taken for one that only loses.
 */
const strongestFirst: readonly Role[] = [
  'sender',
  'delegate',
  'implementation',
  'new-owner',
  'module',
  'operator',
  'spender',
  'recipient',
  'beneficiary',
  'target',
  'market',
  'token',
  'owner',
  'named',
  'called',
  'revoked',
]
const strengths: ReadonlyMap<Role, number> = new Map(strongestFirst.map((role, index) => [role, -index]))

function subjectsOf(
  { from, to }: Transaction,
  delegations: readonly Action[],
  decodedActions: readonly Deed[],
): Subject[] {
  const roles = new Map<string, Role>()
  const add = ([address, role]: Part) => {
    const held = roles.get(address)
    if (held === undefined || strengthOf(role) > strengthOf(held)) roles.set(address, role)
  }

  add([from, 'sender'])
  for (const deed of decodedActions) rolesIn(deed).forEach(add)
  for (const delegation of delegations) partsIn(delegation).forEach(add)
  return Array.from(roles, ([address, role]) => ({ address, role, internal: address !== from && address !== to }))
}

function strengthOf(role: Role): number {
  return strengths.get(role) ?? Number.NEGATIVE_INFINITY
}

type Part = readonly [address: string, role: Role]

/** Who one call is about: the contract that is called, those with a part in what it does, and whom else it names. */
function rolesIn({ call, actions }: Deed): Part[] {
  const parts: Part[] = call.to === undefined || isTransparent(call) ? [] : [[call.to, roleOfTarget(call, actions)]]
  for (const action of actions) parts.push(...partsIn(action))
  // Who loses a right here is not taken for somebody who is merely named.
  const losing = new Set(parts.filter(([, role]) => role === 'revoked').map(([address]) => address))
  for (const { address, name } of namedAddresses(call)) {
    const role = call.status === 'undecodable' ? (rolesByName[name] ?? 'named') : 'named'
    if (!losing.has(address)) parts.push([address, role])
  }
  return parts
}

function roleOfTarget({ to, status }: Call, actions: readonly Action[]): Role {
  if (status === 'plain') return 'recipient'
  if (actions.some((action) => 'asset' in action && action.asset.token === to)) return 'token'
  return actions.some(({ kind }) => kind === 'order') ? 'market' : 'target'
}

function partsIn(action: Action): Part[] {
  const { authority } = action
  switch (action.kind) {
    case 'transfer':
      return [...tokens(action.asset), [action.from, 'owner'], [authority, 'recipient']]
    case 'grant':
      return [
        ...tokens(action.asset),
        [action.owner, 'owner'],
        [authority, action.revokes ? 'revoked' : grantRoles[action.form]],
      ]
    case 'order':
      return [
        ...[...action.gives, ...action.receives].flatMap(tokens),
        [action.signer, 'owner'],
        ...action.beneficiaries.map((address): Part => [address, 'beneficiary']),
      ]
    case 'control':
      return [
        [action.contract, 'target'],
        [authority, controlRoles[action.form]],
      ]
    case 'interaction':
      return [[authority, 'target']]
  }
}

function tokens({ token }: Asset): Part[] {
  return token === undefined ? [] : [[token, 'token']]
}

const grantRoles: Readonly<Record<Extract<Action, { kind: 'grant' }>['form'], Role>> = {
  approve: 'spender',
  'increase-allowance': 'spender',
  permit: 'spender',
  'permit2-approve': 'spender',
  'permit2-permit': 'spender',
  'permit2-transfer': 'recipient',
  'approval-for-all': 'operator',
}

const controlRoles: Readonly<Record<Control['form'], Role>> = {
  upgrade: 'implementation',
  ownership: 'new-owner',
  role: 'new-owner',
  signer: 'new-owner',
  module: 'module',
  guard: 'module',
  'fallback-handler': 'module',
  delegatecall: 'delegate',
  'account-delegation': 'delegate',
}

/** What the addresses are that can still be made out in a call that does not decode, by the names of its parameters. */
const rolesByName: Readonly<Record<string, Role>> = {
  to: 'recipient',
  recipient: 'recipient',
  spender: 'spender',
  operator: 'operator',
  from: 'owner',
  owner: 'owner',
  target: 'target',
  newImplementation: 'implementation',
  newOwner: 'new-owner',
  newAdmin: 'new-owner',
  module: 'module',
}

import { type Call, type Decoded, decodeCalls, withdrawsRights } from './decode/calls.ts'
import type { Role, Subject, Transaction } from './types.ts'

/** A transaction with all that can be read from it alone. */
export interface Examined {
  readonly transaction: Transaction
  readonly decoded: Decoded
  /** The sender first, then `to`, then in the order in which the calls name them. */
  readonly subjects: readonly Subject[]
}

/** Decodes a transaction and finds who matters in it. Throws for no input. */
export function examine(transaction: Transaction): Examined {
  const normal: Transaction = {
    ...transaction,
    from: transaction.from.toLowerCase(),
    to: transaction.to?.toLowerCase(),
  }
  const decoded = decodeCalls(normal)
  return { transaction: normal, decoded, subjects: subjectsOf(normal, decoded.calls) }
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
  'operator',
  'spender',
  'recipient',
  'target',
  'token',
  'owner',
  'revoked',
]

function subjectsOf(transaction: Transaction, calls: readonly Call[]): Subject[] {
  const roles = new Map<string, Role>()
  const add = (address: string, role: Role) => {
    const held = roles.get(address)
    if (held === undefined || strongestFirst.indexOf(role) < strongestFirst.indexOf(held)) roles.set(address, role)
  }

  add(transaction.from, 'sender')
  for (const call of calls) {
    if (call.to !== undefined) add(call.to, roleOfTarget(call))
    for (const [address, role] of namedAddresses(call)) add(address, role)
  }
  return Array.from(roles, ([address, role]) => ({
    address,
    role,
    internal: address !== transaction.from && address !== transaction.to,
  }))
}

function roleOfTarget(call: Call): Role {
  if (call.status === 'plain') return 'recipient'
  return call.status === 'decoded' ? 'token' : 'target'
}

function* namedAddresses(call: Call): Generator<[string, Role]> {
  const withdraws = withdrawsRights(call)
  for (const { name, role } of call.signature?.parameters ?? []) {
    const address = call.args[name]
    if (role === undefined || typeof address !== 'string') continue
    yield [address, withdraws && role !== 'owner' ? 'revoked' : role]
  }
}

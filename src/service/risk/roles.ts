/**
 * What an address is in a transaction. delegate: its code runs as that of an account · market: fulfils an order ·
 * beneficiary: gets what the order gives · named: in the arguments, without a known part · revoked: only loses rights ·
 * called: only in the trace.
 */
export type Role =
  | 'sender'
  | 'target'
  | 'token'
  | 'market'
  | 'recipient'
  | 'spender'
  | 'operator'
  | 'beneficiary'
  | 'implementation'
  | 'new-owner'
  | 'module'
  | 'delegate'
  | 'owner'
  | 'named'
  | 'revoked'
  | 'called'

/** The role in words, to follow "the". */
export function roleText(role: Role): string {
  return texts[role] ?? role
}

const texts: Readonly<Partial<Record<Role, string>>> = {
  'new-owner': 'new owner',
  implementation: 'new implementation',
  named: 'address in the arguments',
  called: 'address in the trace',
  revoked: 'address that loses rights',
}

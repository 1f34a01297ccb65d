/**
 * What an address is in a transaction. delegate: its code runs as that of an account · market: fulfils an order ·
 * beneficiary: gets what the order gives · right-holder: gets a right beyond tokens · named: in the arguments, without a
 * known part · in the call data: listed, and its bytes stand in data that was not decoded · revoked: only loses rights · called:
 * only in the trace.
 */
export type Role =
  | 'sender'
  | 'target'
  | 'token'
  | 'market'
  | 'recipient'
  | 'spender'
  | 'operator'
  | 'right-holder'
  | 'beneficiary'
  | 'implementation'
  | 'new-owner'
  | 'module'
  | 'delegate'
  | 'owner'
  | 'named'
  | 'in the call data'
  | 'revoked'
  | 'called'

/** What an address with this role can take: a payment once, assets later, or everything. */
export type Power = 'payment' | 'allowance' | 'control'

const powers: Readonly<Partial<Record<Role, Power>>> = {
  spender: 'allowance',
  operator: 'allowance',
  'right-holder': 'allowance',
  implementation: 'control',
  'new-owner': 'control',
  module: 'control',
  delegate: 'control',
}

export function powerOf(role: Role | ''): Power {
  return (role && powers[role]) || 'payment'
}

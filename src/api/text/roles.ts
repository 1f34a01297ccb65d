/**
 * What an address is in a transaction. delegate: its code runs as that of an account · market: fulfils an order ·
 * beneficiary: gets what the order gives · right-holder: gets a right beyond tokens · named: in the arguments, without a
 * known part · in the call data: listed, and its bytes stand in data that was not decoded · revoked: only loses rights · called:
 * only in the trace.
 */
export const roles = [
  'sender',
  'target',
  'token',
  'market',
  'recipient',
  'spender',
  'operator',
  'right-holder',
  'beneficiary',
  'implementation',
  'new-owner',
  'module',
  'delegate',
  'owner',
  'named',
  'in the call data',
  'revoked',
  'called',
] as const
export type Role = (typeof roles)[number]

/** What an address is in a transaction, in words that follow "the"; other roles are their own words. */
const texts: Readonly<Record<string, string>> = {
  '': 'address',
  'new-owner': 'new owner',
  implementation: 'new implementation',
  'right-holder': 'holder of the right',
  named: 'address in the arguments',
  'in the call data': 'address in the call data',
  called: 'address in the trace',
  revoked: 'address that loses rights',
}

/** The role of a reason in words. */
export function roleText(role: string): string {
  return Object.hasOwn(texts, role) ? (texts[role] ?? role) : role.replaceAll('-', ' ')
}

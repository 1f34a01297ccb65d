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

import type { Role } from './types.ts'

/** The role in words, to follow "the". */
export function roleText(role: Role): string {
  return words[role] ?? role
}

const words: Readonly<Partial<Record<Role, string>>> = {
  'new-owner': 'new owner',
  implementation: 'new implementation',
  named: 'address in the arguments',
  called: 'address in the trace',
  revoked: 'address that loses rights',
}

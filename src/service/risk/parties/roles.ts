import type { Role } from '../../../api/text/roles.ts'

export type { Role } from '../../../api/text/roles.ts'

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

import type { Action, Control, Grant, Order } from '../actions/actions.ts'
import type { Role } from './roles.ts'

/** What the authority of an action is to the payer. */
export function roleOfAuthority(action: Action): Role {
  switch (action.kind) {
    case 'transfer':
    case 'exchange':
      return 'recipient'
    case 'grant':
      return action.revokes ? 'revoked' : grantRoles[action.form]
    case 'right':
      return action.revokes ? 'revoked' : 'right-holder'
    case 'order':
      return roleOfBeneficiary(action, action.authority)
    case 'control':
      return controlRoles[action.form]
    case 'interaction':
      return 'target'
  }
}

/** Where an order names no one, the contract in which anyone fills it is the market. */
export function roleOfBeneficiary({ isOpen, call }: Order, address: string): Role {
  return isOpen && address === call.to ? 'market' : 'beneficiary'
}

const grantRoles: Readonly<Record<Grant['form'], Role>> = {
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

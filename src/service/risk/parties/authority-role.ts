import type { Role } from '../../../api/text/roles.ts'
import type { Action, Order } from '../actions/actions.ts'
import { controls, grantRoles } from '../actions/forms.ts'

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
      return controls[action.form].role
    case 'interaction':
      return 'target'
  }
}

/** Where an order names no one, the contract in which anyone fills it is the market. */
export function roleOfBeneficiary({ isOpen, call }: Order, address: string): Role {
  return isOpen && address === call.to ? 'market' : 'beneficiary'
}

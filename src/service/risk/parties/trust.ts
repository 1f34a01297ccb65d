import { isItem } from '../../evm/asset.ts'
import type { Action, Grant } from '../actions/actions.ts'
import { roleOfAuthority } from '../actions/authority-role.ts'
import type { CodeUse } from '../actions/forms.ts'
import type { EvidenceSet, IntelRecord } from '../evidence.ts'
import { payerOf } from './controlled-accounts.ts'
import { type Power, powerOf } from './roles.ts'

/**
 * Whether a benign record vouches for an address that gets this power. A name tag says whose address it is, which is
 * enough to pay it. Only an authority (token list, baseline, the operator's own list) vouches for an allowance, where the
 * address is not known to be called or paid only, and no token needs control of an account.
 */
export function vouchesFor({ kind, canonical, role }: IntelRecord, power: Power): boolean {
  if (kind === 'burn' || power === 'payment') return true
  return canonical === true && role === undefined && (power === 'allowance' || kind !== 'token')
}

/**
 * The same for the authority of an action. A known router is no fallback handler, through which anyone could trade with
 * what the account holds, and an implementation with an open initializer is no delegate of an account with a key.
 * @param use of code that runs as an own account
 */
export function vouchesIn(action: Action, record: IntelRecord, use?: CodeUse): boolean {
  if (!vouchesFor(record, powerOf(roleOfAuthority(action)))) return false
  return use === undefined || record.code === undefined || record.code.includes(use)
}

/**
 * Whether earlier transactions of the payer vouch for an address in this action: payments for a payment, an allowance
 * for the same allowance. Nothing vouches for the function of a called contract, for who receives what a contract pays
 * out, and for control, delegation, operators, other rights and signatures.
 */
export function hasPrecedent(action: Action, address: string, evidence: EvidenceSet): boolean {
  switch (action.kind) {
    case 'transfer':
      return isPaidBefore(address, evidence) || isPaidBefore(address, evidence, payerOf(action))
    case 'grant':
      return isRepeated(action, address, evidence)
    default:
      return false
  }
}

/**
 * Whether the sender has sent the address something of value in a reported transaction below WARNING.
 * @param account instead of the sender
 */
export function isPaidBefore(address: string, evidence: EvidenceSet, account?: string): boolean {
  return evidence
    .counterpartiesLike(address)
    .some((each) => each.owner === account && each.hadValue && each.vouches && each.address.toLowerCase() === address)
}

/**
 * Allowances that the owner sets in a call. A permit is a signature, which anyone can submit later, and increases add up.
 */
export const setByCall: readonly Grant['form'][] = ['approve', 'permit2-approve']

function isRepeated({ form, asset, owner }: Grant, spender: string, evidence: EvidenceSet): boolean {
  if (!setByCall.includes(form) || isItem(asset)) return false
  return evidence
    .allowancesTo(spender)
    .some(
      (known) =>
        (known.owner === undefined || known.owner === owner) &&
        known.token === asset.token &&
        asset.amount !== undefined &&
        known.amount >= asset.amount,
    )
}

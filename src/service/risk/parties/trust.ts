import { isItem } from '../../evm/asset.ts'
import type { Action, Grant } from '../actions/actions.ts'
import type { EvidenceSet } from '../evidence.ts'
import { payerOf } from './controlled-accounts.ts'
import { askedBy, askedOfHolder, isKnownAs } from './known-as.ts'

/** Whether what is known of an address is what its place in an action asks for: a name tag says whose it is, and vouches for nothing. */
export function isVouchedIn(action: Action, address: string, evidence: EvidenceSet): boolean {
  return isKnownAs(address, address === action.authority ? askedBy(action) : askedOfHolder(action), evidence)
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
    .counterpartiesAt(address)
    .some(({ owner, hadValue, vouches }) => owner === account && hadValue && vouches)
}

/**
 * Whether the contract may hold, or take, what is the sender's: an own account paid it something of value before, or allowed it to
 * take a token. It vouches for nothing, so that one that was only reported counts too.
 */
export function hasMoneyIn(contract: string, own: ReadonlySet<string>, evidence: EvidenceSet): boolean {
  const isOwn = (owner: string | undefined) => owner === undefined || own.has(owner)
  return (
    evidence.allowancesTo(contract).some(({ owner }) => isOwn(owner)) ||
    evidence.counterpartiesAt(contract).some(({ owner, hadValue }) => hadValue && isOwn(owner))
  )
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

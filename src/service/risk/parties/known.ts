import type { Role } from '../../../api/text/roles.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type { Call } from '../decode/calls.ts'
import { type EvidenceSet, knownAs } from '../evidence.ts'
import type { Subject } from '../types.ts'
import { askedOf, vouchesAs } from './known-as.ts'
import { isThreat, isWarning } from './reputation.ts'

interface RoleMeaning {
  /** A known token or owner says nothing about the beneficiary. */
  readonly gains: boolean
  /** Earlier payments vouch for it. Functions, allowances and control are not what a payment was for. */
  readonly isPaid: boolean
}

/**
 * The strongest first: roles that gain come before roles that are called, so that a token sent to its own contract counts as recipient.
 * `revoked` is nearly last, so that it applies only to an address that gains nothing.
 */
export const roles: Readonly<Record<Role, RoleMeaning>> = {
  sender: { gains: false, isPaid: true },
  delegate: { gains: true, isPaid: false },
  implementation: { gains: true, isPaid: false },
  'new-owner': { gains: true, isPaid: false },
  module: { gains: true, isPaid: false },
  operator: { gains: true, isPaid: false },
  spender: { gains: true, isPaid: false },
  'right-holder': { gains: true, isPaid: false },
  recipient: { gains: true, isPaid: true },
  beneficiary: { gains: true, isPaid: true },
  target: { gains: true, isPaid: false },
  market: { gains: true, isPaid: false },
  token: { gains: false, isPaid: true },
  owner: { gains: false, isPaid: true },
  named: { gains: false, isPaid: true },
  called: { gains: false, isPaid: true },
  revoked: { gains: false, isPaid: true },
  'in the call data': { gains: false, isPaid: true },
}

/** Whether its distance to flagged addresses counts: that of the sender, and of who gains. */
export function hasRelevantConnections(role: Role): boolean {
  return role === 'sender' || roles[role].gains
}

/** Evidence says something about the address in this role, good or bad. */
export function isKnown({ address, role }: Subject, evidence: EvidenceSet): boolean {
  return (
    isZeroAddress(address) ||
    evidence.entriesOn(address).length > 0 ||
    isNoted(address, role, evidence) ||
    evidence.findHops(address).length > 0 ||
    hasVouchingHistory(address, role, evidence)
  )
}

/** A threat is listed, or a source vouches for the address in this role; a label that a feed gives it vouches for nothing. */
function isNoted(address: string, role: Role, evidence: EvidenceSet): boolean {
  const records = evidence.intelOn(address)
  if (records.length === 0) return false
  const asked = askedOf(role) ?? knownAs
  return records.some((record) => isWarning(record) || vouchesAs(record, asked))
}

/** A payment says nothing about an address that gets an allowance, and nothing earlier about one that gets control. */
function hasVouchingHistory(address: string, role: Role, evidence: EvidenceSet): boolean {
  if (role === 'spender') return evidence.allowancesTo(address).length > 0
  return roles[role].isPaid && evidence.counterpartiesAt(address).some(({ hadValue, vouches }) => hadValue && vouches)
}

/**
 * A token in the place of who is paid or gets a right: of a function with this name the argument is the asset, and what goes to
 * a token's own contract is lost. Allowances for tokens are usual (wrappers, vaults), and so is ether that a token wraps.
 */
export function isMeantAsAsset(
  { address, role }: Subject,
  { calls }: { readonly calls: readonly Call[] },
  evidence: EvidenceSet,
): boolean {
  if (role === 'target' || role === 'market' || role === 'spender' || !roles[role].gains) return false
  const records = evidence.intelOn(address)
  if (!records.some(({ kind }) => kind === 'token') || evidence.entriesOn(address).length > 0) return false
  return !records.some(isThreat) && !calls.some(({ to, status }) => to === address && status === 'plain')
}

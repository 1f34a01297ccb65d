import type { Role } from '../../../api/text/roles.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type { Analysis } from '../analyze.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { Subject } from '../types.ts'
import { askedOf, vouchesAs } from './known-as.ts'
import { isThreat, isWarning } from './reputation.ts'
import { knownAs } from './uses.ts'

/** Roles that gain nothing: a known token or owner says nothing about the beneficiary. */
export const rolesWithoutGain: readonly Role[] = [
  'sender',
  'token',
  'owner',
  'named',
  'in the call data',
  'revoked',
  'called',
]

/** Whether its distance to flagged addresses counts: that of the sender, and of who gains. */
export function hasRelevantConnections(role: Role): boolean {
  return role === 'sender' || !rolesWithoutGain.includes(role)
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

/** Their functions, later takings and control are not what an earlier payment was for. */
const rolesBeyondPayment: readonly Role[] = [
  'target',
  'market',
  'operator',
  'right-holder',
  'implementation',
  'new-owner',
  'module',
  'delegate',
]

/** A payment says nothing about an address that gets an allowance, and nothing earlier about one that gets control. */
function hasVouchingHistory(address: string, role: Role, evidence: EvidenceSet): boolean {
  if (role === 'spender') return evidence.allowancesTo(address).length > 0
  return (
    !rolesBeyondPayment.includes(role) &&
    evidence.counterpartiesAt(address).some(({ hadValue, vouches }) => hadValue && vouches)
  )
}

/**
 * A token in the place of who is paid or gets a right: of a function with this name the argument is the asset, and what goes to
 * a token's own contract is lost. Allowances for tokens are usual (wrappers, vaults), and so is ether that a token wraps.
 */
export function isMeantAsAsset({ address, role }: Subject, { calls }: Analysis, evidence: EvidenceSet): boolean {
  if (role === 'target' || role === 'market' || role === 'spender' || rolesWithoutGain.includes(role)) return false
  const records = evidence.intelOn(address)
  if (!records.some(({ kind }) => kind === 'token') || evidence.entriesOn(address).length > 0) return false
  return !records.some(isThreat) && !calls.some(({ to, status }) => to === address && status === 'plain')
}

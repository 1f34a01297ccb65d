import type { Coverage } from '../../api/vocabulary.ts'
import type { Analysis } from './analyze.ts'
import type { Call } from './decode/calls.ts'
import type { EvidenceSet, StaleSource } from './evidence.ts'
import type { Role } from './roles.ts'
import { roleText } from './roles.ts'
import type { Subject } from './types.ts'
import { isZeroAddress } from './types.ts'

/** Roles that gain nothing: a known token or owner says nothing about the beneficiary. */
const rolesWithoutGain: readonly Role[] = ['sender', 'token', 'owner', 'named', 'revoked', 'called']

const DAY_MS = 24 * 60 * 60 * 1000

const SELECTOR_LENGTH = '0x12345678'.length

/**
 * How much is known about the beneficiaries, or, where there are none (a revocation), about all addresses but the
 * sender. `full`: each is known, the sender has a history, and every call was read.
 */
export function coverageOf(analysis: Analysis, evidence: EvidenceSet): Coverage {
  const { message, transaction } = analysis
  if (message?.reading === 'unknown') return isAllowed(transaction.to, evidence) ? 'partial' : 'none'
  if (message?.reading === 'harmless') return 'partial'
  const relevant = relevantSubjects(analysis.subjects)
  const known = relevant.filter((subject) => isKnown(subject, evidence)).length
  if (known === 0) return 'none'
  return known === relevant.length && evidence.hasHistory && isFullyRead(analysis, evidence) ? 'full' : 'partial'
}

/** Nobody knows what an unknown message allows, except the operator who allows its contract. */
function isAllowed(contract: string | undefined, evidence: EvidenceSet): boolean {
  return contract !== undefined && evidence.entriesOn(contract).some(({ type }) => type === 'ALLOW')
}

/** Missing data, one line each, without a period. */
export function missingOf(analysis: Analysis, evidence: EvidenceSet): string[] {
  const unknownRoles = analysis.subjects
    .filter((subject) => needsData(subject) && !isKnown(subject, evidence))
    .map((subject) => subject.role)
  return [
    ...(analysis.message?.missing ?? []),
    ...new Set(analysis.decoded.calls.flatMap(missingOfCall)),
    ...Array.from(new Set(unknownRoles), (role) => `No data about the ${roleText(role)}`),
    ...(evidence.hasHistory ? [] : ['No history for this sender']),
    ...(evidence.hasGraph ? [] : ['No hop graph']),
    ...(analysis.message ? [] : missingOfTrace(evidence)),
    ...evidence.staleSources.map(staleText),
  ]
}

function relevantSubjects(subjects: readonly Subject[]): readonly Subject[] {
  const gainers = subjects.filter((subject) => !rolesWithoutGain.includes(subject.role))
  return gainers.length > 0 ? gainers : subjects.filter(needsData)
}

/** The sender asks; a trace and other arguments may name any address. */
function needsData({ role }: Subject): boolean {
  return role !== 'sender' && role !== 'called' && role !== 'named'
}

/** A complete trace shows what undecoded calls do. */
function isFullyRead({ decoded, message }: Analysis, { trace }: EvidenceSet): boolean {
  if (message && message.missing.length > 0) return false
  if (trace && !trace.incomplete) return true
  return (
    decoded.status === 'complete' && decoded.calls.every(({ status }) => status === 'plain' || status === 'decoded')
  )
}

function isKnown({ address }: Subject, evidence: EvidenceSet): boolean {
  return (
    isZeroAddress(address) ||
    evidence.entriesOn(address).length > 0 ||
    evidence.intelOn(address).length > 0 ||
    evidence.findHops(address).length > 0 ||
    evidence.counterpartiesLike(address).some((each) => each.hadValue && each.address.toLowerCase() === address)
  )
}

function missingOfCall({ status, selector, data }: Call): string[] {
  if (status === 'creation') return ['Code of the new contract not analyzed']
  if (status !== 'unknown-selector') return []
  if (data.length < SELECTOR_LENGTH) return [`Call data ${selector} is shorter than a selector`]
  return [`Unknown ${selector.length < SELECTOR_LENGTH ? 'router command' : 'selector'} ${selector}`]
}

function missingOfTrace({ trace }: EvidenceSet): string[] {
  if (!trace) return ['No trace']
  return trace.incomplete ? ['Trace too large, not read to the end'] : []
}

function staleText({ name, ageMs }: StaleSource): string {
  const days = Math.floor(ageMs / DAY_MS)
  return days < 1 ? `Source ${name} is out of date` : `Source ${name} is ${days} ${days === 1 ? 'day' : 'days'} old`
}

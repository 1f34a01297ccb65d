import type { Coverage } from '../../api/vocabulary.ts'
import type { Examined } from './collect-subjects.ts'
import type { Call } from './decode/calls.ts'
import type { EvidenceSet, StaleSource } from './evidence.ts'
import { isNobody } from './reputation.ts'
import { roleText } from './role-text.ts'
import type { Role, Subject } from './types.ts'

/** Who gains nothing: that the token or its owner is well known says nothing about who gets it. */
const gainless: readonly Role[] = ['sender', 'token', 'owner', 'named', 'revoked', 'called']

const DAY_MS = 24 * 60 * 60 * 1000

const SELECTOR_LENGTH = '0x12345678'.length

/**
 * How much was known about those who gain; where nobody does (a revocation), about anyone but the sender, who asks.
 * `full` when each of them is known, the sender has a history, and nothing that the transaction does stayed hidden.
 */
export function coverageOf(examined: Examined, evidence: EvidenceSet): Coverage {
  const relevant = relevantSubjects(examined.subjects)
  const known = relevant.filter((subject) => isKnown(subject, evidence)).length
  if (known === 0) return 'none'
  return known === relevant.length && evidence.hasHistory && isSeenThrough(examined, evidence) ? 'full' : 'partial'
}

/** What was not known when the verdict was made, a clause each. */
export function missingOf(examined: Examined, evidence: EvidenceSet): string[] {
  const unknownRoles = examined.subjects
    .filter((subject) => isAskedFor(subject) && !isKnown(subject, evidence))
    .map((subject) => subject.role)
  return [
    ...new Set(examined.decoded.calls.flatMap(missingOfCall)),
    ...Array.from(new Set(unknownRoles), (role) => `nothing is known about the ${roleText(role)}`),
    ...(evidence.hasHistory ? [] : ['no history for this sender']),
    ...(evidence.hasGraph ? [] : ['no hop graph']),
    ...missingOfTrace(evidence),
    ...evidence.staleSources.map(staleText),
  ]
}

function relevantSubjects(subjects: readonly Subject[]): readonly Subject[] {
  const gainers = subjects.filter((subject) => !gainless.includes(subject.role))
  return gainers.length > 0 ? gainers : subjects.filter(isAskedFor)
}

/** The sender is who asks; a trace, and arguments without a part, may name anybody. */
function isAskedFor({ role }: Subject): boolean {
  return role !== 'sender' && role !== 'called' && role !== 'named'
}

/** A whole trace shows what calls do that could not be read. */
function isSeenThrough({ decoded }: Examined, { trace }: EvidenceSet): boolean {
  if (trace && !trace.incomplete) return true
  return (
    decoded.status === 'complete' && decoded.calls.every(({ status }) => status === 'plain' || status === 'decoded')
  )
}

function isKnown({ address }: Subject, evidence: EvidenceSet): boolean {
  return (
    isNobody(address) ||
    evidence.entriesOn(address).length > 0 ||
    evidence.intelOn(address).length > 0 ||
    evidence.findHops(address).length > 0 ||
    evidence.counterpartiesLike(address).some((each) => each.hadValue && each.address.toLowerCase() === address)
  )
}

function missingOfCall({ status, selector, data }: Call): string[] {
  if (status === 'creation') return ['the code of the new contract was not read']
  if (status !== 'unknown-selector') return []
  if (data.length < SELECTOR_LENGTH) return [`the call data ${selector} is shorter than a selector`]
  return [`the ${selector.length < SELECTOR_LENGTH ? 'router command' : 'selector'} ${selector} is unknown`]
}

function missingOfTrace({ trace }: EvidenceSet): string[] {
  if (!trace) return ['no trace']
  return trace.incomplete ? ['the trace was not read to its end'] : []
}

function staleText({ name, ageMs }: StaleSource): string {
  const days = Math.floor(ageMs / DAY_MS)
  return days < 1
    ? `the source ${name} is out of date`
    : `the source ${name} is ${days} ${days === 1 ? 'day' : 'days'} old`
}

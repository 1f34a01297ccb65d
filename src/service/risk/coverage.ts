import type { Coverage } from '../../api/vocabulary.ts'
import type { Call } from './decode/calls.ts'
import type { EvidenceSet } from './evidence.ts'
import type { Examined } from './subjects.ts'
import type { Role, Subject } from './types.ts'

/** Who gets something: that the token they get is well known says nothing about them. */
const gaining: readonly Role[] = ['recipient', 'spender', 'operator', 'target']

/**
 * How much was known about those who gain; where nobody does (a revocation), about anyone but the sender, who asks.
 * `full` is kept for the day when the sender's history and a trace are evidence too.
 */
export function coverageOf({ subjects }: Examined, evidence: EvidenceSet): Coverage {
  const gainers = subjects.filter((subject) => gaining.includes(subject.role))
  const relevant = gainers.length > 0 ? gainers : subjects.filter((subject) => subject.role !== 'sender')
  return relevant.some((subject) => isKnown(subject, evidence)) ? 'partial' : 'none'
}

/** What was not known when the verdict was made, a clause each. */
export function missingOf({ decoded, subjects }: Examined, evidence: EvidenceSet): string[] {
  const unknownRoles = subjects
    .filter((subject) => subject.role !== 'sender' && !isKnown(subject, evidence))
    .map((subject) => subject.role)
  return [
    ...new Set(decoded.calls.flatMap(missingOfCall)),
    ...Array.from(new Set(unknownRoles), (role) => `nothing is known about the ${roleText(role)}`),
    'no history for this sender',
    'no trace',
  ]
}

function missingOfCall({ status, selector }: Call): string[] {
  if (status === 'creation') return ['the code of the new contract was not read']
  if (status !== 'unknown-selector') return []
  return selector.length < '0x12345678'.length
    ? [`the call data ${selector} is shorter than a selector`]
    : [`the selector ${selector} is unknown`]
}

function isKnown({ address }: Subject, evidence: EvidenceSet): boolean {
  return evidence.entriesOn(address).length > 0 || evidence.intelOn(address).length > 0
}

function roleText(role: Subject['role']): string {
  return role === 'revoked' ? 'address that loses its rights' : role
}

import type { Coverage } from '../../api/vocabulary.ts'
import type { Call } from './decode/calls.ts'
import type { EvidenceSet } from './evidence.ts'
import type { Examined } from './subjects.ts'
import type { Subject } from './types.ts'

/**
 * How much was known. The sender does not count: knowing who asks says nothing about what it asks for. `full` is kept
 * for the day when the sender's history and a trace are evidence too.
 */
export function coverageOf({ subjects }: Examined, evidence: EvidenceSet): Coverage {
  return subjects.some((subject) => subject.role !== 'sender' && isKnown(subject, evidence)) ? 'partial' : 'none'
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

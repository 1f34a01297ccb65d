import type { Explanation, Reason } from '../../api/schemas/transaction.ts'
import { missingOf } from './coverage.ts'
import { isThreat, listingText } from './detectors/listed-address.ts'
import type { EvidenceSet, IntelKind, IntelRecord } from './evidence.ts'
import { allowEntriesOn, isBeyondAllowing, type Score } from './score.ts'
import type { Examined } from './subjects.ts'
import type { ScoredFinding, Subject } from './types.ts'

/**
 * Why the verdict is what it is: findings, strongest first, then who is allowed, then known facts; and what was not
 * known. Addresses are lower case.
 */
export function explain(examined: Examined, evidence: EvidenceSet, score: Score): Explanation {
  const { subjects } = examined
  return {
    reasons: [
      ...score.findings.map(findingReason),
      ...subjects.flatMap((subject) => allowReasons(subject, evidence, score)),
      ...subjects.flatMap((subject) => factReasons(subject, evidence)),
    ],
    missing: missingOf(examined, evidence),
  }
}

function findingReason(finding: ScoredFinding): Reason {
  const { rule, subject, role, points, category, subCategory, hops, text, source, flip, cappedBy } = finding
  const reason = { rule, subject, role, points, category, subCategory, hops, text, source, flip }
  if (cappedBy === undefined) return reason
  const capped = `${text}, held at ${points} by ALLOW entry ${cappedBy}`
  return { ...reason, text: capped, flip: `removing the ALLOW entry ${cappedBy}` }
}

function allowReasons(subject: Subject, evidence: EvidenceSet, { findings }: Score): Reason[] {
  const unmoved = findings.some((finding) => finding.subject === subject.address && isBeyondAllowing(finding))
  return allowEntriesOn(subject.address, evidence).map((id) => {
    const text = unmoved ? `allowed by ${id}, which lifts neither a sanction nor a BLOCK entry` : `allowed by ${id}`
    return pointless('allowed-address', subject, text, 'control list')
  })
}

function factReasons(subject: Subject, evidence: EvidenceSet): Reason[] {
  return evidence.intelOn(subject.address).flatMap((record) => {
    const text = factText(record, subject)
    return text === undefined ? [] : [pointless('known-address', subject, text, record.source)]
  })
}

function factText(record: IntelRecord, { role }: Subject): string | undefined {
  if (isThreat(record)) return role === 'revoked' ? `losing its rights here; it is ${listingText(record)}` : undefined
  const knownAs = knownAsKind[record.kind]
  return knownAs === undefined ? undefined : `${knownAs} ${record.label}`
}

const knownAsKind: Readonly<Partial<Record<IntelKind, string>>> = {
  benign: 'known as',
  token: 'known as the token',
  protocol: 'known as the protocol',
  burn: 'known as a burn address:',
}

/** A line that sets no points. */
function pointless(rule: string, { address, role }: Subject, text: string, source: string): Reason {
  return { rule, subject: address, role, points: 0, category: '', subCategory: '', hops: 0, text, source }
}

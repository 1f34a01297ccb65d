import type { Explanation, Reason } from '../../api/schemas/transaction.ts'
import type { Examined } from './collect-subjects.ts'
import { missingOf } from './coverage.ts'
import { listingText } from './detectors/listed-address.ts'
import type { EvidenceSet, IntelKind, IntelRecord } from './evidence.ts'
import { allowEntriesOn, isThreat } from './reputation.ts'
import { isBeyondVouching, type Score } from './score.ts'
import type { ScoredFinding, Subject } from './types.ts'

/** A batch may name thousands of addresses; nobody reads on. */
const MAX_REASONS = 200

/**
 * Why the verdict is what it is: findings, strongest first, then who is allowed, then known facts; and what was not
 * known. Addresses are lower case.
 */
export function explain(examined: Examined, evidence: EvidenceSet, score: Score): Explanation {
  const { subjects } = examined
  const unmoved = new Set(score.findings.filter(isBeyondVouching).map((finding) => finding.subject))
  const reasons = [
    ...score.findings.map(findingReason),
    ...subjects.flatMap((subject) => allowReasons(subject, evidence, unmoved)),
    ...subjects.flatMap((subject) => factReasons(subject, evidence)),
  ]
  const untold = reasons.length - MAX_REASONS
  const missing = missingOf(examined, evidence)
  return {
    reasons: reasons.slice(0, MAX_REASONS),
    missing: untold > 0 ? [...missing, `${untold} weaker reasons are not told`] : missing,
  }
}

function findingReason(finding: ScoredFinding): Reason {
  const { rule, subject, role, points, category, subCategory, hops, text, source, flip } = finding
  const reason = { rule, subject, role, points, category, subCategory, hops, text, source, flip }
  const { cappedBy, vouchedBy } = finding
  if (cappedBy !== undefined)
    return {
      ...reason,
      text: `${text}, held at ${points} by ALLOW entry ${cappedBy}`,
      flip: `removing the ALLOW entry ${cappedBy}`,
    }
  if (vouchedBy !== undefined)
    return {
      ...reason,
      text: `${text}, held at ${points}, for it is ${knownAs(vouchedBy)} (${vouchedBy.source})`,
      flip: `more sources that accuse it, or ${vouchedBy.source} no longer knowing it`,
    }
  return reason
}

function allowReasons({ address, ...subject }: Subject, evidence: EvidenceSet, unmoved: ReadonlySet<string>): Reason[] {
  return allowEntriesOn(address, evidence).map((id) => {
    const text = unmoved.has(address)
      ? `allowed by ${id}, which lifts neither a sanction nor a BLOCK entry`
      : `allowed by ${id}`
    return pointless('allowed-address', { address, ...subject }, text, 'control list')
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
  return record.kind === 'sanctioned' ? undefined : knownAs(record)
}

const knownAsKind: Readonly<Partial<Record<IntelKind, string>>> = {
  benign: 'known as',
  token: 'known as the token',
  protocol: 'known as the protocol',
  exchange: 'known as the exchange',
  burn: 'known as a burn address:',
}

function knownAs(record: IntelRecord): string {
  return `${knownAsKind[record.kind] ?? 'known as'} ${record.label}`
}

/** A line that sets no points. */
function pointless(rule: string, { address, role }: Subject, text: string, source: string): Reason {
  return { rule, subject: address, role, points: 0, category: '', subCategory: '', hops: 0, text, source }
}

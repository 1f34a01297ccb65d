import * as Address from 'ox/Address'
import type { Explanation, InternalAddress } from '../../api/schemas/transaction.ts'
import { type Category, type Coverage, type Status, statusOf, subCategories } from '../../api/vocabulary.ts'
import { coverageOf } from './coverage.ts'
import { detect } from './detectors/index.ts'
import type { EvidenceSet, IntelRecord } from './evidence.ts'
import { explain } from './explanation.ts'
import { detailOf, type Score, scoreFindings } from './score.ts'
import type { Examined } from './subjects.ts'
import type { Detail, ScoredFinding, Subject } from './types.ts'

/** The verdict on a transaction. Addresses are lower case for whoever prints them to checksum, but for `error`. */
export interface Judgement {
  /** False exactly when BLOCKED. */
  readonly valid: boolean
  readonly status: Status
  readonly enforcement: 'PASSED' | 'BLOCKED'
  /** 0–100. */
  readonly combinedScore: number
  readonly combinedScoreDetails: Detail
  readonly scoreDetails: Readonly<Record<Category, Detail>>
  /** Addresses reached inside the call, each with its worst finding. */
  readonly internalAddresses: readonly InternalAddress[]
  /** Control list entries that name an address of the transaction, in the order of the subjects. */
  readonly matchedEntryIds: readonly string[]
  /** Why it is not valid, one sentence; absent when valid. */
  readonly error?: string
  readonly coverage: Coverage
  readonly explanation: Explanation
  /** Strongest first. */
  readonly findings: readonly ScoredFinding[]
}

export interface Policy {
  /** Lowest combined score that blocks, 1–101; 101 blocks by control list only. */
  readonly blockThreshold: number
}

/** Pure: the same transaction, evidence and policy give the same judgement. */
export function judge(examined: Examined, evidence: EvidenceSet, policy: Policy): Judgement {
  const { subjects } = examined
  const score = scoreFindings(detect({ ...examined, evidence }), evidence, subjects)
  const error = blockingError(score, policy)
  return {
    valid: error === undefined,
    status: statusOf(score.combined),
    enforcement: error === undefined ? 'PASSED' : 'BLOCKED',
    combinedScore: score.combined,
    combinedScoreDetails: score.combinedDetails,
    scoreDetails: score.details,
    internalAddresses: subjects
      .filter((subject) => subject.internal)
      .map((subject) => internalAddress(subject, evidence, score.findings)),
    matchedEntryIds: subjects.flatMap(({ address }) => evidence.entriesOn(address).map((entry) => entry.id)),
    ...(error !== undefined && { error }),
    coverage: coverageOf(examined, evidence),
    explanation: explain(examined, evidence, score),
    findings: score.findings,
  }
}

function blockingError({ combined, findings }: Score, { blockThreshold }: Policy): string | undefined {
  const blocked = findings.find((finding) => finding.subCategory === 'blockedAddress')
  if (blocked) return sentence(blocked)
  const [strongest] = findings
  if (!strongest || combined < blockThreshold) return undefined
  return `Score ${combined} reaches the block threshold of ${blockThreshold}: ${sentence(strongest)}`
}

function sentence({ role, subject, text }: ScoredFinding): string {
  if (subject === '') return text
  const who = role === 'revoked' ? 'The address that loses its rights' : `The ${role}`
  return `${who} ${Address.checksum(subject as Address.Address)} is ${text}.`
}

function internalAddress(
  { address }: Subject,
  evidence: EvidenceSet,
  findings: readonly ScoredFinding[],
): InternalAddress {
  const own = findings.filter((finding) => finding.subject === address)
  const { value, category, subCategory, subCategoryDescription } = detailOf(own[0])
  const name = nameIn(evidence.intelOn(address))
  return {
    address,
    ...(name !== undefined && { name }),
    maxScore: value,
    category,
    subCategory,
    subCategoryDescription,
    subCategoriesAndTags: Array.from(new Set(own.map((finding) => finding.subCategory)), (found) => ({
      category: subCategories[found].category,
      subCategory: found,
      subCategoryDescription: subCategories[found].description,
    })),
  }
}

/** What an address is called, by a source of facts sooner than by one of threats: feeds list USDC, too. */
function nameIn(records: readonly IntelRecord[]): string | undefined {
  const facts = records.find(
    ({ kind }) => kind === 'token' || kind === 'protocol' || kind === 'benign' || kind === 'burn',
  )
  return (facts ?? records[0])?.label
}

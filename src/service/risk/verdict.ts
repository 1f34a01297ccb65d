import * as Address from 'ox/Address'
import type { Explanation, InternalAddress } from '../../api/schemas/transaction.ts'
import { type Category, type Coverage, type Status, statusOf, subCategories } from '../../api/vocabulary.ts'
import type { Examined } from './collect-subjects.ts'
import { coverageOf } from './coverage.ts'
import { detect } from './detectors/index.ts'
import type { EvidenceSet, IntelRecord } from './evidence.ts'
import { explain } from './explanation.ts'
import { isThreat } from './reputation.ts'
import { roleText } from './role-text.ts'
import { detailOf, type Score, scoreFindings } from './score.ts'
import type { Detail, ScoredFinding } from './types.ts'

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
  const score = scoreFindings(detect(examined, evidence), evidence, subjects)
  const findingsAbout = Map.groupBy(score.findings, (finding) => finding.subject)
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
      .map(({ address }) => internalAddress(address, evidence, findingsAbout.get(address) ?? [])),
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
  return `The ${role === '' ? 'address' : roleText(role)} ${Address.checksum(subject as Address.Address)} ${text}.`
}

/** `own` are the findings about it, strongest first. */
function internalAddress(address: string, evidence: EvidenceSet, own: readonly ScoredFinding[]): InternalAddress {
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
  const fact = records.find((record) => !isThreat(record) && record.kind !== 'sanctioned')
  return (fact ?? records[0])?.label
}

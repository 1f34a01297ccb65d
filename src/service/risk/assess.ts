import * as Address from 'ox/Address'
import type { InternalAddress } from '../../api/schemas/transaction.ts'
import { roleText } from '../../api/text/roles.ts'
import { type Category, type Coverage, type Status, statusOf, subCategories } from '../../api/vocabulary.ts'
import { type Accounted, accountOf } from './account/account.ts'
import { type Analysis, withEmbedded } from './analyze.ts'
import { ranAsCalled } from './chain/exact-run.ts'
import { withObserved } from './chain/observed.ts'
import { coverageOf } from './coverage.ts'
import { detect } from './detectors/index.ts'
import type { EvidenceSet, IntelRecord } from './evidence.ts'
import { type Explained, explain } from './explanation.ts'
import { isThreat, reputationOf } from './parties/reputation.ts'
import { detailOf, type Score, scoreFindings } from './score.ts'
import type { AddressText, Detail, ScoredFinding } from './types.ts'

/** The verdict on a transaction. Addresses are lower case, but in texts. */
export interface RiskAssessment {
  /** False exactly when BLOCKED. */
  readonly valid: boolean
  readonly status: Status
  readonly enforcement: 'PASSED' | 'BLOCKED'
  /** 0–100. */
  readonly combinedScore: number
  readonly combinedScoreDetails: Detail
  readonly scoreDetails: Readonly<Record<Category, Detail>>
  /** Internal addresses, each with its strongest finding. */
  readonly internalAddresses: readonly InternalAddress[]
  /** Control list entries that name a subject, in subject order. */
  readonly matchedEntryIds: readonly string[]
  /** Why it is blocked, one sentence; absent when valid. */
  readonly error?: string
  readonly coverage: Coverage
  /** Whether the score would be higher, were an address not a contract that was there some days ago. */
  readonly knownByAgeOnly: boolean
  readonly account: Accounted
  readonly explanation: Explained
  /** Strongest first. */
  readonly findings: readonly ScoredFinding[]
}

export interface RiskPolicy {
  /** Lowest combined score that blocks, 1–101; 101: only the control list blocks. */
  readonly blockThreshold: number
}

/**
 * Pure: the same analysis, evidence and policy give the same result.
 * @param addressText how texts name an address
 */
export function assessRisk(
  given: Analysis,
  evidence: EvidenceSet,
  policy: RiskPolicy,
  addressText?: AddressText,
): RiskAssessment {
  const analysis = withFlagged(given, evidence)
  const observed = withObserved(analysis, evidence)
  const { subjects } = observed
  const account = accountOf(analysis, evidence)
  const score = scoreFindings(detect(observed, evidence, addressText, account), evidence, subjects, analysis.actions)
  const findingsAbout = Map.groupBy(score.findings, (finding) => finding.subject)
  const error = blockingError(score, policy)
  const knownByAge = new Set(score.findings.filter((finding) => finding.isKnownByAge).map(({ subject }) => subject))
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
    matchedEntryIds: subjects
      .filter(({ address }) => evidence.entriesOn(address).length > 0)
      .flatMap(({ address }) => evidence.entriesOn(address).map((entry) => entry.id)),
    ...(error !== undefined && { error }),
    coverage: score.findings.some(({ isUnvouched }) => isUnvouched)
      ? 'none'
      : exactCoverage(coverageOf(analysis, evidence, knownByAge, account), score, observed, evidence),
    knownByAgeOnly: knownByAge.size > 0,
    account: { unaccounted: account.unaccounted, unread: account.unread },
    explanation: explain(observed, evidence, score, account, addressText),
    findings: score.findings,
  }
}

/** NO DATA of what a node simulated exactly as the call data says is another one than that of what was not read. */
function exactCoverage(coverage: Coverage, { combined }: Score, analysis: Analysis, evidence: EvidenceSet): Coverage {
  const isNoData = coverage === 'none' && statusOf(combined) === 'SAFE'
  return isNoData && ranAsCalled(analysis, evidence) ? 'simulated' : coverage
}

/** With the flagged addresses of undecoded data among the subjects. */
export function withFlagged(analysis: Analysis, evidence: EvidenceSet): Analysis {
  const listed = analysis.embedded.find(evidence.isStart).filter((address) => reputationOf(address, evidence).flagged)
  return withEmbedded(analysis, listed)
}

function blockingError({ combined, findings }: Score, { blockThreshold }: RiskPolicy): string | undefined {
  const blocked = findings.find((finding) => finding.subCategory === 'blockedAddress')
  if (blocked) return sentence(blocked)
  const [strongest] = findings
  if (!strongest || combined < blockThreshold) return undefined
  return `Score ${combined} reaches the block threshold of ${blockThreshold}: ${sentence(strongest)}`
}

function sentence({ role, subject, text }: ScoredFinding): string {
  if (subject === '') return text
  return `The ${roleText(role)} ${Address.checksum(subject as Address.Address)} ${text}.`
}

/** @param own findings about the address, strongest first */
function internalAddress(address: string, evidence: EvidenceSet, own: readonly ScoredFinding[]): InternalAddress {
  const { value, category, subCategory, subCategoryDescription } = detailOf(own[0])
  return {
    address,
    name: nameIn(evidence.intelOn(address)) ?? '',
    maxScore: value,
    category,
    subCategory,
    subCategoryDescription,
    subCategoriesAndTags: [...new Set(own.map((finding) => finding.subCategory))].map((found) => ({
      category: subCategories[found].category,
      subCategory: found,
      subCategoryDescription: subCategories[found].description,
    })),
  }
}

/** Name of an address; benign sources first, because threat feeds also list known tokens such as USDC. */
function nameIn(records: readonly IntelRecord[]): string | undefined {
  const fact = records.find((record) => !isThreat(record) && record.kind !== 'sanctioned')
  return (fact ?? records[0])?.label
}

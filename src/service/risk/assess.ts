import * as Address from 'ox/Address'
import type { InternalAddress } from '../../api/schemas/transaction.ts'
import { namedText } from '../../api/text/names.ts'
import { roleText } from '../../api/text/roles.ts'
import { type Category, type Coverage, type Status, statusOf, subCategories } from '../../api/vocabulary.ts'
import { type Accounted, accountOf } from './account/account.ts'
import { type Analysis, withDescribed, withEmbedded } from './analyze.ts'
import { ranAsCalled } from './chain/exact-run.ts'
import { withObservedSubjects } from './chain/read-observation.ts'
import { coverageOf } from './coverage.ts'
import { detect } from './detectors/index.ts'
import type { EvidenceSet, IntelRecord } from './evidence.ts'
import { type Explained, explain, type RiskWords } from './explanation.ts'
import { isWarning, reputationOf } from './parties/reputation.ts'
import { detailOf, type Score, scoreFindings } from './score.ts'
import { wordsOf } from './summary/words.ts'
import { type Detail, type Finding, inLowerCase, type ScoredFinding } from './types.ts'

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
  /** What was assessed, with the flagged addresses of undecoded data among the subjects. */
  readonly analysis: Analysis
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
 * @param words for addresses and amounts in texts
 */
export function assessRisk(
  given: Analysis,
  evidence: EvidenceSet,
  policy: RiskPolicy,
  words: RiskWords = { addressText: inLowerCase, asset: (asset) => wordsOf(given, evidence).asset(asset) },
): RiskAssessment {
  const { addressText } = words
  const analysis = withFlagged(given, evidence)
  const observed = withObservedSubjects(analysis, evidence)
  const whole = withDescribed(observed)
  const { subjects } = whole
  const account = accountOf(analysis, evidence)
  const found = detect(observed, evidence, addressText, account)
  const said = whole === observed ? [] : detect(whole, evidence, addressText)
  const score = scoreFindings(withSaid(found, said), evidence, subjects, whole.actions)
  const findingsAbout = Map.groupBy(score.findings, (finding) => finding.subject)
  const error = blockingError(score, policy, evidence)
  const knownByAge = new Set(found.filter((finding) => finding.isKnownByAge).map(({ subject }) => subject))
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
    coverage: score.findings.some(({ isUnvouched }) => isUnvouched)
      ? 'none'
      : exactCoverage(coverageOf(analysis, evidence, knownByAge, account), score, observed, evidence),
    knownByAgeOnly: knownByAge.size > 0,
    analysis,
    account: { unaccounted: account.unaccounted, unread: account.unread },
    explanation: explain(whole, evidence, score, account, words),
    findings: score.findings,
  }
}

/** What is not accounted for, as a verdict has it. */
export function accountIn(analysis: Analysis, evidence: EvidenceSet): Accounted {
  return accountOf(withFlagged(analysis, evidence), evidence)
}

/** A description adds what was not found without it, and makes worse what was. */
function withSaid(found: readonly Finding[], said: readonly Finding[]): Finding[] {
  if (said.length === 0) return [...found]
  const byText = new Map(said.map((finding) => [textOf(finding), finding]))
  const known = new Set(found.map(textOf))
  const stronger = found.map((finding) => {
    const again = byText.get(textOf(finding))
    return again && again.points > finding.points ? { ...finding, ...again } : finding
  })
  return [...stronger, ...said.filter((finding) => !known.has(textOf(finding)))]
}

function textOf({ rule, subject, text }: Finding): string {
  return JSON.stringify([rule, subject, text])
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

function blockingError({ combined, findings }: Score, policy: RiskPolicy, { nameOf }: EvidenceSet): string | undefined {
  const blocking = blockingFinding(findings, policy)
  if (!blocking) return undefined
  const text = sentence(blocking, nameOf)
  if (blocking.subCategory === 'blockedAddress') return text
  return `Score ${combined} reaches the block threshold of ${policy.blockThreshold}: ${text}`
}

/** Why it is blocked: a BLOCK entry, else the strongest finding where it reaches the threshold. @param findings strongest first */
export function blockingFinding(findings: readonly ScoredFinding[], { blockThreshold }: RiskPolicy) {
  const blocked = findings.find(({ subCategory }) => subCategory === 'blockedAddress')
  return blocked ?? findings.find(({ points }) => points >= blockThreshold)
}

function sentence({ role, subject, text }: ScoredFinding, nameOf: EvidenceSet['nameOf']): string {
  if (subject === '') return text
  return `The ${roleText(role)} ${namedText(Address.checksum(subject as Address.Address), nameOf(subject))} ${text}.`
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
  const fact = records.find((record) => !isWarning(record))
  return (fact ?? records[0])?.label
}

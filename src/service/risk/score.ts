import {
  bandFloors,
  type Category,
  categories,
  type SubCategory,
  subCategories,
  subCategoryNames,
} from '../../api/vocabulary.ts'
import type { EvidenceSet } from './evidence.ts'
import { reputationOf } from './reputation.ts'
import type { Detail, Finding, ScoredFinding, Subject } from './types.ts'

export interface Score {
  /** 0–100: the maximum over the categories. */
  readonly combined: number
  readonly combinedDetails: Detail
  readonly details: Readonly<Record<Category, Detail>>
  /** Strongest first. */
  readonly findings: readonly ScoredFinding[]
}

/** The most that a finding about an allowed or well-known address counts: the top of SAFE. */
const VOUCHED_MAXIMUM = bandFloors.WARNING - 1

/** Neither an ALLOW entry nor a good name lifts the law, or the operator's own BLOCK entry. */
const beyondVouching: readonly SubCategory[] = ['sanctionedInteraction', 'blockedAddress']

/** Which of two equal scores is told first. */
const subCategoryRanks: ReadonlyMap<SubCategory, number> = new Map(
  [...beyondVouching, ...subCategoryNames.filter((name) => !beyondVouching.includes(name))].map((name, rank) => [
    name,
    rank,
  ]),
)

/** By the strongest finding: kinds of evidence are compared, never added up. */
export function scoreFindings(
  findings: readonly Finding[],
  evidence: EvidenceSet,
  subjects: readonly Subject[],
): Score {
  const scored = findings.map((finding) => applyCaps(finding, evidence)).sort(strongestFirst(subjects))
  const details = Object.fromEntries(
    categories.map((category) => [category, detailOf(scored.find((finding) => finding.category === category))]),
  ) as Record<Category, Detail>
  return { combined: scored[0]?.points ?? 0, combinedDetails: detailOf(scored[0]), details, findings: scored }
}

/** The contract's words for a finding; nothing found is 0 and empty. */
export function detailOf(finding: ScoredFinding | undefined): Detail {
  if (!finding || finding.points === 0)
    return { value: 0, category: '', subCategory: '', subCategoryDescription: '', hops: 0 }
  const { points: value, category, subCategory, hops } = finding
  return { value, category, subCategory, subCategoryDescription: subCategories[subCategory].description, hops }
}

/** Whether nothing can hold the finding down. */
export function isBeyondVouching(finding: Finding): boolean {
  return beyondVouching.includes(finding.subCategory)
}

/**
 * Only what is said of the finding's own subject is heard: an allowed token does not vouch for the spender. A fact that
 * threat sources outweigh vouches for nothing.
 */
function applyCaps(finding: Finding, evidence: EvidenceSet): ScoredFinding {
  if (finding.points <= VOUCHED_MAXIMUM || isBeyondVouching(finding)) return finding
  const { allowedBy, vouch } = reputationOf(finding.subject, evidence)
  if (allowedBy !== undefined) return { ...finding, points: VOUCHED_MAXIMUM, cappedBy: allowedBy }
  const isVouchedFor = vouch !== undefined && finding.despiteGoodName !== true
  return !isVouchedFor ? finding : { ...finding, points: VOUCHED_MAXIMUM, vouchedBy: vouch }
}

/** A total order, so that the same evidence in another order gives the same answer. */
function strongestFirst(subjects: readonly Subject[]): (a: Finding, b: Finding) => number {
  const places = new Map(subjects.map((subject, index) => [subject.address, index]))
  const place = (finding: Finding) => places.get(finding.subject) ?? subjects.length
  const rank = (finding: Finding) => subCategoryRanks.get(finding.subCategory) ?? subCategoryRanks.size
  return (a, b) =>
    b.points - a.points ||
    a.hops - b.hops ||
    rank(a) - rank(b) ||
    place(a) - place(b) ||
    compareText(a.rule, b.rule) ||
    compareText(a.source, b.source) ||
    compareText(a.text, b.text)
}

/** By code unit: the reader's locale must not change the order. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

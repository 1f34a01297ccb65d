import {
  bandFloors,
  type Category,
  categories,
  type SubCategory,
  subCategories,
  subCategoryNames,
} from '../../api/vocabulary.ts'
import type { EvidenceSet } from './evidence.ts'
import type { Detail, Finding, ScoredFinding, Subject } from './types.ts'

export interface Score {
  /** 0–100: the maximum over the categories. */
  readonly combined: number
  readonly combinedDetails: Detail
  readonly details: Readonly<Record<Category, Detail>>
  /** Strongest first. */
  readonly findings: readonly ScoredFinding[]
}

/** The most that a finding about an allowed address counts: the top of SAFE. */
const ALLOWED_MAXIMUM = bandFloors.WARNING - 1

/** An ALLOW entry lifts neither the law nor the operator's own BLOCK entry. */
const beyondAllowing: readonly SubCategory[] = ['sanctionedInteraction', 'blockedAddress']

/** Which of two equal scores is told first. */
const subCategoryOrder = [...beyondAllowing, ...subCategoryNames.filter((name) => !beyondAllowing.includes(name))]

export function scoreFindings(
  findings: readonly Finding[],
  evidence: EvidenceSet,
  subjects: readonly Subject[],
): Score {
  const scored = findings.map((finding) => heedAllowEntries(finding, evidence)).sort(strongestFirst(subjects))
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

/** Whether no ALLOW entry can hold the finding down. */
export function isBeyondAllowing(finding: Finding): boolean {
  return beyondAllowing.includes(finding.subCategory)
}

/** Ids of the ALLOW entries that name the address, in order. */
export function allowEntriesOn(address: string, evidence: EvidenceSet): string[] {
  return evidence
    .entriesOn(address)
    .filter((entry) => entry.type === 'ALLOW')
    .map((entry) => entry.id)
    .sort()
}

/** Only entries about the finding's own subject are heard: an allowed token does not vouch for the spender. */
function heedAllowEntries(finding: Finding, evidence: EvidenceSet): ScoredFinding {
  if (finding.points <= ALLOWED_MAXIMUM || isBeyondAllowing(finding)) return finding
  const [cappedBy] = allowEntriesOn(finding.subject, evidence)
  return cappedBy === undefined ? finding : { ...finding, points: ALLOWED_MAXIMUM, cappedBy }
}

/** A total order, so that the same evidence in another order gives the same answer. */
function strongestFirst(subjects: readonly Subject[]): (a: Finding, b: Finding) => number {
  const places = new Map(subjects.map((subject, index) => [subject.address, index]))
  const place = (finding: Finding) => places.get(finding.subject) ?? subjects.length
  const subCategoryRank = (finding: Finding) => subCategoryOrder.indexOf(finding.subCategory)
  return (a, b) =>
    b.points - a.points ||
    a.hops - b.hops ||
    subCategoryRank(a) - subCategoryRank(b) ||
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

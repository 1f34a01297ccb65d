import {
  bandFloors,
  type Category,
  categories,
  finalSubCategories,
  isFinal,
  type SubCategory,
  subCategories,
  subCategoryNames,
} from '../../api/vocabulary.ts'
import { compareText } from '../../shared/text/compare-text.ts'
import type { Action } from './actions/actions.ts'
import { type EvidenceSet, knownAs } from './evidence.ts'
import { askedOf, isKnownAs } from './parties/known-as.ts'
import { reputationOf } from './parties/reputation.ts'
import { isVouchedIn } from './parties/trust.ts'
import type { Detail, Finding, ScoredFinding, Subject } from './types.ts'

export interface Score {
  /** 0–100: the maximum over the categories. */
  readonly combined: number
  readonly combinedDetails: Detail
  readonly details: Readonly<Record<Category, Detail>>
  /** Strongest first. */
  readonly findings: readonly ScoredFinding[]
}

/** Cap of findings about an allowed or trusted address: the top of SAFE. */
export const CAPPED_POINTS = bandFloors.WARNING - 1

/** Order of equal scores. */
const subCategoryRanks: ReadonlyMap<SubCategory, number> = new Map(
  [...finalSubCategories, ...subCategoryNames.filter((name) => !isFinal(name))].map((name, rank) => [name, rank]),
)

/**
 * The score is that of the strongest finding; points are never added up.
 * @param actions of what is signed
 */
export function scoreFindings(
  findings: readonly Finding[],
  evidence: EvidenceSet,
  subjects: readonly Subject[],
  actions: readonly Action[] = [],
): Score {
  const scored = findings.map((finding) => applyCaps(finding, evidence, actions))
  if (scored.length > 1) scored.sort(strongestFirst(subjects))
  const details = {} as Record<Category, Detail>
  for (const category of categories) details[category] = detailOf(scored.find((each) => each.category === category))
  return { combined: scored[0]?.points ?? 0, combinedDetails: detailOf(scored[0]), details, findings: scored }
}

/** Score detail of a finding; 0 and empty texts without one. */
export function detailOf(finding: ScoredFinding | undefined): Detail {
  if (!finding || finding.points === 0)
    return { value: 0, category: '', subCategory: '', subCategoryDescription: '', hops: 0 }
  const { points: value, category, subCategory, hops } = finding
  return { value, category, subCategory, subCategoryDescription: subCategories[subCategory].description, hops }
}

/** By the reputation of the finding's own subject: an allowed token does not cap a finding about the spender. */
function applyCaps(finding: Finding, evidence: EvidenceSet, actions: readonly Action[]): ScoredFinding {
  if (finding.points <= CAPPED_POINTS || isFinal(finding.subCategory)) return finding
  const { allowedBy, trustedBy } = reputationOf(finding.subject, evidence)
  if (allowedBy !== undefined) return { ...finding, points: CAPPED_POINTS, cappedBy: allowedBy }
  if (trustedBy === undefined || finding.evenIfTrusted === true) return finding
  const isDisputed = finding.rule === 'listed-address'
  if (!isDisputed && !isKnownHere(finding, evidence, actions)) return finding
  return { ...finding, points: CAPPED_POINTS, trustedBy }
}

/** Known as all that it is here: its strongest role may ask for less than another one. What only a trace shows asks for nothing. */
function isKnownHere({ subject, role }: Finding, evidence: EvidenceSet, actions: readonly Action[]): boolean {
  if (!isKnownAs(subject, askedOf(role) ?? knownAs, evidence)) return false
  return actions.every(
    (action) =>
      action.authority !== subject ||
      action.call.inTrace ||
      ('revokes' in action && action.revokes) ||
      isVouchedIn(action, subject, evidence),
  )
}

/** A total order: the order of the evidence does not change the result. */
function strongestFirst(subjects: readonly Subject[]): (a: Finding, b: Finding) => number {
  const positions = new Map(subjects.map((subject, index) => [subject.address, index]))
  const position = (finding: Finding) => positions.get(finding.subject) ?? subjects.length
  const rank = (finding: Finding) => subCategoryRanks.get(finding.subCategory) ?? subCategoryRanks.size
  return (a, b) =>
    b.points - a.points ||
    a.hops - b.hops ||
    rank(a) - rank(b) ||
    position(a) - position(b) ||
    compareText(a.rule, b.rule) ||
    compareText(a.source, b.source) ||
    compareText(a.text, b.text)
}

import { assessRisk, type RiskAssessment } from '../risk/assess.ts'
import type { EvidenceSet } from '../risk/evidence.ts'
import { type Words, wordsOf } from '../risk/summary/words.ts'
import type { EntryRow } from '../store/schema/schema.ts'
import { gatherEvidence } from './evidence/gather-evidence.ts'
import { priceLoss, type TotalLoss } from './evidence/price-loss.ts'
import type { AssessOptions, ObservedSubject } from './evidence/subject.ts'

/** With the evidence about it. */
export interface EvidencedSubject extends ObservedSubject {
  readonly evidence: EvidenceSet
  /** The control list entries that apply. */
  readonly entries: readonly EntryRow[]
  readonly loss: TotalLoss
}

/** With the verdict, and what it was made from. */
export interface AssessedSubject extends EvidencedSubject {
  readonly words: Words
  readonly assessment: RiskAssessment
}

/** Looks up the evidence about a subject and gives the verdict. It requests nothing from nodes and writes nothing. */
export async function assess(subject: ObservedSubject, options: AssessOptions): Promise<AssessedSubject> {
  const found = await withEvidence(subject, options)
  const { analysis, evidence } = found
  const words = wordsOf(analysis, evidence)
  return { ...found, words, assessment: assessRisk(analysis, evidence, options.configuration.settings, words) }
}

/** Looks up the evidence about a subject. */
export async function withEvidence(subject: ObservedSubject, options: AssessOptions): Promise<EvidencedSubject> {
  const [{ evidence: found, entries }, loss] = await Promise.all([
    gatherEvidence(subject, options),
    priceLoss(subject, options),
  ])
  return { ...subject, evidence: { ...found, priceOf: loss.priceOf }, entries, loss }
}

import { assessRisk, type RiskAssessment } from '../risk/assess.ts'
import type { EvidenceSet } from '../risk/evidence.ts'
import { type Words, wordsOf } from '../risk/summary/words.ts'
import type { EntryRow } from '../store/schema/schema.ts'
import { gatherEvidence } from './evidence/gather-evidence.ts'
import { priceLoss, type TotalLoss } from './evidence/price-loss.ts'
import type { AssessOptions, ObservedSubject } from './evidence/subject.ts'

/** With the verdict, and what it was made from. */
export interface AssessedSubject extends ObservedSubject {
  readonly evidence: EvidenceSet
  /** The control list entries that apply. */
  readonly entries: readonly EntryRow[]
  readonly loss: TotalLoss
  readonly words: Words
  readonly assessment: RiskAssessment
}

/** Looks up the evidence about a subject and gives the verdict. It requests nothing from nodes and writes nothing. */
export async function assess(subject: ObservedSubject, options: AssessOptions): Promise<AssessedSubject> {
  const { analysis } = subject
  const [{ evidence: found, entries }, loss] = await Promise.all([
    gatherEvidence(subject, options),
    priceLoss(subject, options),
  ])
  const evidence = { ...found, priceOf: loss.priceOf }
  const words = wordsOf(analysis, evidence)
  const assessment = assessRisk(analysis, evidence, options.configuration.settings, words)
  return { ...subject, evidence, entries, loss, words, assessment }
}

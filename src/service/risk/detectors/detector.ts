import type { EvidenceSet } from '../evidence.ts'
import type { Examined } from '../subjects.ts'
import type { Finding } from '../types.ts'

/** What a detector may look at. */
export interface Facts extends Examined {
  readonly evidence: EvidenceSet
}

/** A finding before it is signed with the rule that made it; its category follows from the subCategory. */
export type Observation = Omit<Finding, 'rule' | 'category'>

/** One rule: facts about itself and a pure function. */
export interface Detector {
  /** The file's name; what a person greps for in a log. */
  readonly id: string
  /** When it fires, one sentence. */
  readonly summary: string
  /** Why that is dangerous, and what it is worth in points. */
  readonly why: string
  detect(facts: Facts): Observation[]
}

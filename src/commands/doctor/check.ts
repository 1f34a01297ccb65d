import type { Subject } from './subject.ts'
import type { Verdict } from './verdict.ts'

/** One thing that can be wrong. */
export interface Check {
  /** As the report names it. */
  readonly name: string
  /** None where there is nothing to look at. A WardenError that it throws is a failure with that message. */
  look(subject: Subject): Promise<readonly Verdict[]>
}

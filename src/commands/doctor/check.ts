import type { Subject } from './subject.ts'

/** One thing that can be wrong. */
export interface Check {
  /** As the report names it. */
  readonly name: string
  /** None where there is nothing to look at. A WardenError that it throws is a failure with that message. */
  look(subject: Subject): Promise<readonly Verdict[]>
}

export type Level = 'pass' | 'warn' | 'fail'

/** What came out of looking at one thing. */
export interface Verdict {
  readonly level: Level
  /** A clause. Never a secret. */
  readonly text: string
  /** A command line that mends it or goes on from here; what is to be filled in is in angle brackets. */
  readonly try?: string
}

export function pass(text: string): Verdict {
  return { level: 'pass', text }
}

export function warn(text: string, next: string): Verdict {
  return { level: 'warn', text, try: next }
}

export function fail(text: string, next: string): Verdict {
  return { level: 'fail', text, try: next }
}

import type { Situation } from '../situation.ts'
import { judged } from '../situation.ts'

/** "rule points: text" of every finding about one address. */
export function findingsAbout(subject: string, situation: Situation): string[] {
  return judged(situation)
    .findings.filter((finding) => finding.subject === subject)
    .map(({ rule, points, text }) => `${rule} ${points}: ${text}`)
}

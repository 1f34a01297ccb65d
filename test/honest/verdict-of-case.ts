import { present } from '../../bench/detection/adversarial/evidence.ts'
import { analysisOf } from '../../bench/detection/effect-messages.ts'
import { Knowledge } from '../../bench/detection/knowledge.ts'
import { assessed, judged, verdictOfRisk } from '../../bench/detection/run-engine.ts'
import type { Verdict } from '../../src/api/verdict.ts'
import type { HonestCase } from './honest-case.ts'

/** The verdict of the pure engine with default settings and no feed but what the case brings. */
export function verdictOfCase(honest: HonestCase): { readonly verdict: Verdict; readonly score: number } {
  const assessment = 'typedData' in honest ? ofMessage(honest) : ofTransaction(honest)
  return { verdict: verdictOfRisk(assessment), score: assessment.combinedScore }
}

function ofTransaction(row: Exclude<HonestCase, { readonly typedData: unknown }>) {
  const { transaction, knowledge, known } = present(row)
  return judged(transaction, knowledge, known)
}

function ofMessage({ lists = [], ...message }: Extract<HonestCase, { readonly typedData: unknown }>) {
  const entries = lists.map((entry, index) => ({ id: `entry-${index}`, ...entry }))
  return assessed(analysisOf(message), new Knowledge(), { entries })
}

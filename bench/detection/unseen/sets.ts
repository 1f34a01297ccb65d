import { bandFloors } from '../../../src/api/vocabulary.ts'
import type { RiskAssessment } from '../../../src/service/risk/assess.ts'
import { present } from '../adversarial/evidence.ts'
import type { Row } from '../adversarial/row.ts'
import { analysisOf } from '../effect-messages.ts'
import type { Case, Goal, LabelledSet } from '../figures.ts'
import { Knowledge } from '../knowledge.ts'
import { assessed, judged, verdictOfRisk } from '../run-engine.ts'
import { callData } from './index.ts'
import { messages, type UnseenMessage } from './messages.ts'
import { month } from './month.ts'
import { payments } from './payments.ts'

const FOUND: Goal = { level: 'WARNING', is: 'at least', rate: 0.9 }
const QUIET: readonly Goal[] = [
  { level: 'UNSAFE', is: 'at most', rate: 0 },
  { level: 'WARNING', is: 'at most', rate: 0.05 },
]

/** The sets that were frozen before the rules were read: no feed, default settings. */
export function unseenSets(): LabelledSet[] {
  const attacks = callData.flatMap((family) => family.attacks)
  const honest = callData.flatMap((family) => family.honest)
  const families = Map.groupBy(messages.attacks, ({ family }) => family)
  return [
    { name: 'unseen call data, attacks', goals: [FOUND], cases: attacks.map(caseOfRow) },
    {
      name: 'unseen call data, attacks that are no plain payment',
      goals: [FOUND],
      cases: unpaid(attacks).map(caseOfRow),
    },
    ...callData.map(({ name, attacks }) => ({
      name: `unseen call data, attacks, ${name}`,
      goals: [FOUND],
      cases: attacks.map(caseOfRow),
      namesMisses: true as const,
    })),
    { name: 'unseen call data, honest', goals: QUIET, cases: honest.map(caseOfRow), namesMisses: true },
    { name: 'unseen messages, attacks', goals: [FOUND], cases: messages.attacks.map(caseOfMessage) },
    {
      name: 'unseen messages, attacks that are no plain payment',
      goals: [FOUND],
      cases: unpaid(messages.attacks).map(caseOfMessage),
    },
    ...Array.from(families, ([family, some]) => ({
      name: `unseen messages, attacks, ${family}`,
      goals: [FOUND],
      cases: some.map(caseOfMessage),
      namesMisses: true as const,
    })),
    { name: 'unseen messages, honest', goals: QUIET, cases: messages.honest.map(caseOfMessage), namesMisses: true },
    {
      name: 'unseen month, without history',
      goals: [...QUIET, { level: 'NO DATA', is: 'at most', rate: 0.32 }],
      cases: month.map(({ history: _, ...row }) => caseOfRow(row)),
      namesMisses: true,
    },
    {
      name: 'unseen month, with reported history',
      goals: [...QUIET, { level: 'NO DATA', is: 'at most', rate: 0.12 }],
      cases: month.map(caseOfRow),
      namesMisses: true,
    },
  ]
}

function unpaid<T extends { readonly id: string }>(attacks: readonly T[]): T[] {
  return attacks.filter(({ id }) => !payments.includes(id))
}

function caseOfRow(row: Row): Case {
  const { transaction, knowledge, known } = present(row)
  return caseOf(row.id, judged(transaction, knowledge, known))
}

function caseOfMessage(message: UnseenMessage): Case {
  return caseOf(message.id, assessed(analysisOf(message), new Knowledge(), {}))
}

function caseOf(name: string, risk: RiskAssessment): Case {
  const verdict = verdictOfRisk(risk)
  const [strongest] = risk.findings
  const why = risk.combinedScore >= bandFloors.WARNING && strongest ? ` (${strongest.rule})` : ''
  return {
    name: `${name}: ${verdict} ${risk.combinedScore}${why}`,
    score: risk.combinedScore,
    isNoData: verdict === 'NO DATA',
  }
}

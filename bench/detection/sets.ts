import { bandFloors } from '../../src/api/vocabulary.ts'
import type { RiskAssessment } from '../../src/service/risk/assess.ts'
import type { Counterparty } from '../../src/service/risk/evidence.ts'
import type { Transaction } from '../../src/service/risk/types.ts'
import { present } from './adversarial/evidence.ts'
import { attacks, honest, idOf } from './adversarial/index.ts'
import type { BenignTransaction, Data, FeedRow } from './data.ts'
import { analysisOf, generateMessages } from './effect-messages.ts'
import { generateEffects, HIDDEN } from './effects.ts'
import type { Case, Goal, LabelledSet } from './figures.ts'
import { type GeneratedClass, generateRevocations, generateThreats } from './generate.ts'
import { Knowledge } from './knowledge.ts'
import { NO_GOAL_NAMES } from './phishing-functions.ts'
import { assessed, judged } from './run-engine.ts'
import { type Payoff, payment, payoffTransfer, tokenTransfer, unlimitedApproval } from './transactions.ts'
import { unseenSets } from './unseen/sets.ts'
import { oldContract } from './with-node.ts'

const SEED = 20_260
const ATTACK_GOALS = [atLeast('WARNING', 0.95)]
const HIDDEN_GOALS = [atLeast('matched', 1), atLeast('UNSAFE', 1)]
const HONEST_GOALS = [atMost('UNSAFE', 0), atMost('WARNING', 0.02)]
const BENIGN_GOALS = [atMost('UNSAFE', 0), atMost('WARNING', 0.06)]

/** Every set with its goals and results. */
export async function labelledSets(data: Data): Promise<LabelledSet[]> {
  const nothing = new Knowledge()
  const facts = await knowledgeOf(data, ({ knowing }) => knowing)
  const everything = await knowledgeOf(data, () => true)
  return [
    ...poisoningSets(data, nothing),
    benignSet('benign transactions, no feed', data.benign, nothing, BENIGN_GOALS),
    benignSet('benign transactions, label feeds imported', data.benign, facts, BENIGN_GOALS),
    benignSet('benign transactions, unsigned ones sent by a stranger', data.benignByStrangers, nothing),
    {
      name: 'unlimited approvals of clean spenders, no feed',
      goals: [atMost('UNSAFE', 0)],
      cases: data.spenders.map(({ chainId, address }) =>
        caseOf(`${chainId} ${address}`, unlimitedApproval(chainId, address), nothing),
      ),
    },
    {
      name: 'the same, contracts that a node saw three days ago',
      goals: [atMost('WARNING', 0)],
      cases: data.spenders.map(({ chainId, address }) =>
        caseOf(`${chainId} ${address}`, unlimitedApproval(chainId, address), nothing, { chain: oldContract(address) }),
      ),
    },
    ...generateThreats(SEED).map((each) =>
      generatedSet(each, nothing, each.name === NO_GOAL_NAMES ? [] : [atLeast('WARNING', 0.95)]),
    ),
    ...generateRevocations(SEED).map((each) => generatedSet(each, nothing, [atMost('WARNING', 0)])),
    ...effectSets(),
    ...messageSets(),
    ...feedSets(data, everything),
    ...adversarialSets(),
    ...unseenSets(),
  ]
}

/** The genuine transfer came first, so its recipient is in the history of the victim. */
function poisoningSets({ payoffs }: Data, knowledge: Knowledge): LabelledSet[] {
  const historyOf = histories(payoffs)
  const judgeAll = (recipientOf: (payoff: Payoff) => string, isInHistory: (each: string, payoff: Payoff) => boolean) =>
    payoffs.map((payoff) => {
      const counterparties = historyOf(payoff).filter(({ address }) => isInHistory(address, payoff))
      const known = { counterparties, hasHistory: counterparties.length > 0 }
      const recipient = recipientOf(payoff)
      return caseOf(`${payoff.victim} → ${recipient}`, payoffTransfer(payoff, recipient), knowledge, known)
    })
  return [
    {
      name: 'address poisoning, payoffs',
      goals: [atLeast('UNSAFE', 0.99)],
      cases: judgeAll(
        ({ lookalike }) => lookalike,
        () => true,
      ),
    },
    {
      name: 'address poisoning, genuine transfers again',
      goals: [atMost('WARNING', 0)],
      cases: judgeAll(
        ({ genuine }) => genuine,
        () => true,
      ),
    },
    {
      name: 'address poisoning, genuine transfers for the first time',
      goals: [atMost('WARNING', 0)],
      cases: judgeAll(
        ({ genuine }) => genuine,
        (address, { genuine }) => address !== genuine,
      ),
    },
  ]
}

function histories(payoffs: readonly Payoff[]): (payoff: Payoff) => Counterparty[] {
  const byVictim = Map.groupBy(payoffs, ({ chainId, victim }) => `${chainId} ${victim}`)
  return ({ chainId, victim }) => {
    const genuine = new Set(byVictim.get(`${chainId} ${victim}`)?.map((payoff) => payoff.genuine))
    return Array.from(genuine, (address) => ({ address, firstSeen: 0, count: 1, hadValue: true, vouches: true }))
  }
}

function benignSet(
  name: string,
  transactions: readonly BenignTransaction[],
  knowledge: Knowledge,
  goals: readonly Goal[] = [],
): LabelledSet {
  return { name, goals, cases: transactions.map((each) => caseOf(each.name, each.transaction, knowledge)) }
}

function generatedSet({ name, wrapping, transactions }: GeneratedClass, knowledge: Knowledge, goals: readonly Goal[]) {
  const cases = transactions.map((each) => caseOf(`${each.to} ${each.data.slice(0, 10)}`, each, knowledge))
  return { name: `generated ${name}, ${wrapping}`, goals, cases }
}

/** Effects from the protocols’ documentation and their honest twins, each with the evidence of its case. */
function effectSets(): LabelledSet[] {
  return generateEffects(SEED).map(({ name, side, wrapping, cases }) => ({
    name: `generated effects, ${name}, ${side}, ${wrapping}`,
    goals: side === 'honest' ? HONEST_GOALS : name === HIDDEN ? HIDDEN_GOALS : ATTACK_GOALS,
    cases: cases.map(({ row, listed }) => {
      const { transaction, knowledge, known } = present(row)
      return caseOf(row.id, transaction, knowledge, known, listed)
    }),
  }))
}

function messageSets(): LabelledSet[] {
  const nothing = new Knowledge()
  return generateMessages(SEED).map(({ side, cases }) => ({
    name: `generated effects, signed messages, ${side}`,
    goals: side === 'honest' ? HONEST_GOALS : ATTACK_GOALS,
    cases: cases.map((each) => {
      const entries = each.lists.map((entry, index) => ({ id: `entry-${index}`, ...entry }))
      return outcomeOf(each.name, assessed(analysisOf(each), nothing, { entries }))
    }),
  }))
}

/** With all feeds: a malicious row is found with its source, and a benign one is not flagged. */
function feedSets({ rows }: Data, knowledge: Knowledge): LabelledSet[] {
  const saying = (says: FeedRow['says']) =>
    Map.groupBy(
      rows.filter((row) => row.says === says),
      ({ source }) => source,
    )
  const bySource = (
    rowsBySource: ReadonlyMap<string, readonly FeedRow[]>,
    name: string,
    goal: Goal,
    make: (chainId: string, address: string) => Transaction,
  ) =>
    Array.from(rowsBySource, ([source, some]) => ({
      name: `${name} of ${source}, all feeds imported`,
      goals: [goal],
      cases: some.map((row) => feedCase(row, make(row.chainId, row.address), knowledge)),
    }))
  return [
    ...bySource(saying('malicious'), 'payments to malicious rows', atLeast('matched', 1), payment),
    ...bySource(saying('benign'), 'payments to benign rows', atMost('WARNING', 0), payment).map(withoutMatches),
    ...bySource(saying('token'), 'transfers of canonical tokens', atMost('WARNING', 0), tokenTransfer).map(
      withoutMatches,
    ),
  ]
}

/** The project’s own attacks and honest transactions, each with the evidence of its row. */
function adversarialSets(): LabelledSet[] {
  const judgedRows = (groups: typeof attacks) =>
    groups.flatMap((group) =>
      group.rows.map((row) => {
        const { transaction, knowledge, known } = present(row)
        const name = idOf(group, row)
        return {
          group: group.name,
          isExcluded: row.excluded !== undefined,
          case: caseOf(name, transaction, knowledge, known),
        }
      }),
    )
  const all = judgedRows(attacks)
  const notified = all.filter(({ isExcluded }) => !isExcluded)
  const families = Map.groupBy(notified, ({ group }) => group)
  return [
    {
      name: 'adversarial attacks',
      goals: [atLeast('WARNING', 0.9)],
      cases: notified.map((each) => each.case),
      namesMisses: true,
    },
    {
      name: 'adversarial attacks that call data cannot tell',
      goals: [],
      cases: all.filter(({ isExcluded }) => isExcluded).map((each) => each.case),
    },
    ...Array.from(families, ([family, some]) => ({
      name: `adversarial attacks, ${family}`,
      goals: [],
      cases: some.map((each) => each.case),
    })),
    {
      name: 'adversarial honest transactions',
      goals: [atMost('UNSAFE', 0), atMost('WARNING', 0.06)],
      cases: judgedRows(honest).map((each) => each.case),
      namesMisses: true,
    },
  ]
}

function feedCase({ source, chainId, address }: FeedRow, transaction: Transaction, knowledge: Knowledge): Case {
  const { combinedScore, findings } = judged(transaction, knowledge)
  const matched = findings.some((finding) => finding.subject === address && finding.source === source)
  return { name: `${chainId} ${address}`, score: combinedScore, matched }
}

function withoutMatches({ cases, ...set }: LabelledSet): LabelledSet {
  return { ...set, cases: cases.map(({ name, score }) => ({ name, score })) }
}

function caseOf(
  name: string,
  transaction: Transaction,
  knowledge: Knowledge,
  known: Parameters<typeof judged>[2] = {},
  listed?: string,
): Case {
  return outcomeOf(name, judged(transaction, knowledge, known), listed)
}

/** `listed`: the address that a finding must name. */
function outcomeOf(name: string, { combinedScore, findings }: RiskAssessment, listed?: string): Case {
  const [strongest] = findings
  const why = combinedScore >= bandFloors.WARNING && strongest ? ` (${strongest.rule})` : ''
  return {
    name: `${name}${why}`,
    score: combinedScore,
    ...(listed && { matched: findings.some(({ subject }) => subject === listed) }),
  }
}

async function knowledgeOf({ feeds }: Data, isWanted: (feed: Data['feeds'][number]) => boolean): Promise<Knowledge> {
  const knowledge = new Knowledge()
  for (const feed of feeds.filter(isWanted)) await knowledge.read(feed)
  return knowledge
}

function atLeast(level: Goal['level'], rate: number): Goal {
  return { level, is: 'at least', rate }
}

function atMost(level: Goal['level'], rate: number): Goal {
  return { level, is: 'at most', rate }
}

/** Room: What policies would have said of stored validations. */

import { limitText } from '../../../api/policies/limits.ts'
import { enforcedResult, strictestResult } from '../../../api/policies/results.ts'
import type { PolicyGiven } from '../../../api/schemas/policy.ts'
import { MAX_REPLAYED, type PolicyReplay } from '../../../api/schemas/policy-replay.ts'
import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import { policiesIn } from '../../policies/check.ts'
import {
  type CompiledPolicy,
  compilePolicy,
  type PolicyEvaluation,
  windowLimitsOf,
  windowsOf,
} from '../../policies/evaluate.ts'
import { namesIn } from '../../store/repositories/policies.ts'
import type { RescreenControl, RescreenDeps } from '../deps.ts'
import { eachReplayed } from './each-replayed.ts'
import { ReplayLedger } from './ledger.ts'
import type { ReplayedTransaction } from './replay-reader.ts'

/** What was asked for: since when, and other policies than the stored ones. */
export interface ReplayRequest {
  readonly since: string
  readonly policies?: readonly PolicyGiven[] | undefined
}

/**
 * What policies would have said of stored validations, the oldest first, so that budgets fill as they would have. Each is assessed
 * again with the lists, history and prices of now, without a node.
 */
export async function replayPolicies(
  deps: RescreenDeps,
  { since, policies: given }: ReplayRequest,
  control: RescreenControl,
): Promise<PolicyReplay> {
  const policies = given ? await compileGiven(deps, given) : policiesIn((await deps.reads.configuration()).policies)
  const replay = new Replay(policies)
  const isDone = await eachReplayed(deps, { since, policies }, control, (each) => replay.add(each))
  return { ...replay.answer(), isDone }
}

export async function compileGiven(
  { reads }: RescreenDeps,
  given: readonly PolicyGiven[],
): Promise<readonly CompiledPolicy[]> {
  const names = await namesIn(
    reads.db,
    given.map((policy) => ({ content: JSON.stringify(policy) })),
  )
  return given.map((policy) => compilePolicy(policy, names))
}

type Replayed = PolicyReplay['content'][number]

/** Adds up what policies say of one validation after the other. */
class Replay {
  validations = 0
  readonly #policies: readonly CompiledPolicy[]
  readonly #ledger: ReplayLedger
  readonly #counts = { allow: 0, hold: 0, deny: 0, none: 0, blocked: 0, passed: 0 }
  #content: Replayed[] = []

  constructor(policies: readonly CompiledPolicy[]) {
    this.#policies = policies
    this.#ledger = new ReplayLedger(windowsOf(policies))
  }

  add({ svcTxId, at: time, result, check }: ReplayedTransaction): void {
    this.validations += 1
    const refused = refusedBy(result)
    const evaluations = check?.evaluateWith(this.#ledger.usedAt(check.subject.facts.now)) ?? []
    const said = strictestResult(evaluations.map((each) => each.result))
    this.#counts[check ? said : 'none'] += 1
    if (result.valid && said !== 'allow') this.#counts.blocked += 1
    if (refused && said === 'allow') this.#counts.passed += 1
    if (result.valid || refused) this.#take(evaluations, time)
    const base = { svcTxId, at: new Date(time).toISOString(), wasValid: result.valid }
    if (refused && said === 'allow')
      this.#content.push({ ...base, ...shown(refused), result: 'allow', text: `it was blocked: ${refused.text}` })
    for (const { result: each, outcomes } of evaluations)
      if (each !== 'allow') for (const outcome of outcomes) this.#content.push({ ...base, ...shown(outcome) })
    if (this.#content.length >= 2 * MAX_REPLAYED) this.#content = this.#content.slice(-MAX_REPLAYED)
  }

  /** What is observed only blocks nothing, and counts for itself. */
  #take(evaluations: readonly PolicyEvaluation[], at: number): void {
    if (evaluations.some(({ mode, result }) => mode === 'enforce' && result !== 'allow')) return
    for (const { result, uses } of evaluations)
      if (result === 'allow') for (const use of uses) this.#ledger.add(use, at)
  }

  answer(): Omit<PolicyReplay, 'isDone'> {
    const { allow: allowed, hold: held, deny: denied, none, blocked, passed } = this.#counts
    return {
      content: this.#content.slice(-MAX_REPLAYED).reverse(),
      summary: {
        validations: this.validations,
        allowed,
        held,
        denied,
        none,
        blocked,
        passed,
        budgets: this.#policies.flatMap((policy) => worstWindows(policy, this.#ledger)),
      },
    }
  }
}

/** What an enforced policy said where nothing else blocks. */
export function refusedBy({ valid, error = '', explanation }: ValidationResult) {
  const outcomes = explanation?.policies ?? []
  const result = enforcedResult(outcomes)
  if (valid || result === 'allow' || !error.startsWith('policy ')) return undefined
  return outcomes.find((each) => each.mode === 'enforce' && each.result === result)
}

function shown({
  mode: _,
  approvals: __,
  ...outcome
}: NonNullable<ReturnType<typeof refusedBy>>): Omit<Replayed, 'svcTxId' | 'at' | 'wasValid'> {
  return outcome
}

function worstWindows(policy: CompiledPolicy, ledger: ReplayLedger): PolicyReplay['summary']['budgets'] {
  return windowLimitsOf(policy).map(({ clause, limit }) => {
    const { window, ms, amount, unit } = limit
    const { most, at } = ledger.worst(clause.budget, unit, ms)
    return {
      policy: policy.name,
      clause: clause.path,
      window,
      limit: `${limitText(amount)} ${unit}`,
      most: `${limitText(most)} ${unit}`,
      ...(at !== undefined && { at: new Date(at).toISOString() }),
    }
  })
}

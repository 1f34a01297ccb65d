/** Room: What policies would have said of stored validations. */

import { limitText } from '../../../api/policies/limits.ts'
import { enforcedResult, strictestResult } from '../../../api/policies/results.ts'
import type { PolicyGiven } from '../../../api/schemas/policy.ts'
import { MAX_REPLAYED, type PolicyReplay } from '../../../api/schemas/policy-replay.ts'
import type { ValidationResult } from '../../../api/schemas/transaction.ts'
import { compileStored, policiesIn } from '../../policies/check.ts'
import { type CompiledPolicy, type PolicyEvaluation, type UsedOf, windowsOf } from '../../policies/evaluate.ts'
import { addressRows, type TransactionPlace } from '../../store/repositories/address-blocks.ts'
import { listKeys } from '../../store/repositories/api-keys.ts'
import { namesIn } from '../../store/repositories/policies.ts'
import { type ReplayedRow, transactionsWithin } from '../../store/repositories/rescreens.ts'
import type { RescreenControl, RescreenDeps } from '../deps.ts'
import { isLate, pauseOf, screening } from '../rescreen.ts'
import { turnsOf } from '../screen.ts'
import { type ReplayedTransaction, ReplayReader } from './replay-reader.ts'

/** Transactions of one query. */
const TOGETHER = 16

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
  const pause = pauseOf(deps, control)
  const replay = new Replay(policies)
  const keyNames = new Map((await listKeys(deps.reads.db)).map(({ id, name }) => [id, name]))
  const reader = new ReplayReader(policies, (id) => [id, keyNames.get(id)].filter((key) => key != null))
  for await (const rows of everyTransaction(deps, Date.parse(since))) {
    control.signal?.throwIfAborted()
    if (isLate(deps, control)) return { ...replay.answer(), isDone: false }
    const stored = { ...screening(deps, pause), configuration: await deps.reads.configuration() }
    const read: ReplayedTransaction[] = []
    for (const together of turnsOf(rows.filter(isValidation), (row) => row)) {
      read.push(...(await Promise.all(together.map((row) => reader.read(row, stored)))))
      await pause()
    }
    for (const each of read.sort(inTime)) replay.add(each)
    control.onProgress?.(replay.validations)
  }
  return { ...replay.answer(), isDone: true }
}

function isValidation({ origin }: ReplayedRow): boolean {
  return origin === null
}

/** Those of a window when it begins, the oldest first. */
async function* everyTransaction({ reads: { db } }: RescreenDeps, since: number): AsyncGenerator<ReplayedRow[]> {
  const [until] = await addressRows(db, {}, { since }, { most: 1 })
  for (let after: TransactionPlace | undefined = { created_at: since, id: '' }; until && after; ) {
    const rows: ReplayedRow[] = await transactionsWithin(db, { after, until }, TOGETHER)
    if (rows.length > 0) yield rows
    after = rows.at(-1)
  }
}

async function compileGiven(
  { reads }: RescreenDeps,
  given: readonly PolicyGiven[],
): Promise<readonly CompiledPolicy[]> {
  const names = await namesIn(
    reads.db,
    given.map((policy) => ({ content: JSON.stringify(policy) })),
  )
  return given.map((policy) => compileStored(policy, names))
}

function inTime(one: ReplayedTransaction, two: ReplayedTransaction): number {
  return one.at - two.at || (one.svcTxId < two.svcTxId ? -1 : 1)
}

type Replayed = PolicyReplay['content'][number]

/** Adds up what policies say of one validation after the other. */
class Replay {
  validations = 0
  readonly #policies: readonly CompiledPolicy[]
  readonly #ledger: Ledger
  readonly #counts = { allow: 0, hold: 0, deny: 0, none: 0, blocked: 0, passed: 0 }
  #content: Replayed[] = []

  constructor(policies: readonly CompiledPolicy[]) {
    this.#policies = policies
    this.#ledger = new Ledger(windowsOf(policies))
  }

  add({ svcTxId, at: time, result, check }: ReplayedTransaction): void {
    this.validations += 1
    const refused = refusedBy(result)
    const evaluations = check?.evaluateWith(this.#ledger.usedAt(check.at)) ?? []
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
function refusedBy({ valid, error = '', explanation }: ValidationResult) {
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

function worstWindows(policy: CompiledPolicy, ledger: Ledger): PolicyReplay['summary']['budgets'] {
  return policy.clauses.flatMap((clause) =>
    clause.limits.flatMap(({ window, ms, amount, unit }) => {
      const budget = policy.budgets.get(clause)
      if (window === undefined || ms === undefined || budget === undefined) return []
      const { most, at } = ledger.worst(budget, unit, ms)
      return [
        {
          policy: policy.name,
          clause: clause.path,
          window,
          limit: `${limitText(amount)} ${unit}`,
          most: `${limitText(most)} ${unit}`,
          ...(at !== undefined && { at: new Date(at).toISOString() }),
        },
      ]
    }),
  )
}

/** What budgets use over time, in memory. Entries come in the order of time. */
class Ledger {
  readonly #windows: ReadonlyMap<string, ReadonlySet<number>>
  readonly #entries = new Map<string, { readonly at: number; readonly total: bigint }[]>()
  readonly #worst = new Map<string, { most: bigint; at: number | undefined }>()

  constructor(windows: ReadonlyMap<string, ReadonlySet<number>>) {
    this.#windows = windows
  }

  usedAt(now: number): UsedOf {
    return (budget, unit, ms) => this.#used(budget, unit, now - ms)
  }

  add({ budget, unit, amount }: { budget: string; unit: string; amount: bigint }, at: number): void {
    const key = `${budget} ${unit}`
    const entries = this.#entries.get(key) ?? []
    entries.push({ at, total: (entries.at(-1)?.total ?? 0n) + amount })
    this.#entries.set(key, entries)
    for (const ms of this.#windows.get(budget) ?? []) {
      const used = this.#used(budget, unit, at - ms)
      if (used > this.worst(budget, unit, ms).most) this.#worst.set(`${key} ${ms}`, { most: used, at })
    }
  }

  worst(budget: string, unit: string, ms: number): { readonly most: bigint; readonly at: number | undefined } {
    return this.#worst.get(`${budget} ${unit} ${ms}`) ?? { most: 0n, at: undefined }
  }

  /** What came after a time: sums are kept, so that it is found in few steps. */
  #used(budget: string, unit: string, from: number): bigint {
    const entries = this.#entries.get(`${budget} ${unit}`) ?? []
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle]?.at ?? 0) > from) high = middle
      else low = middle + 1
    }
    return (entries.at(-1)?.total ?? 0n) - (low === 0 ? 0n : (entries[low - 1]?.total ?? 0n))
  }
}

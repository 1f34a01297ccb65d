import { magnitude, most } from '../../../shared/bigints.ts'
import { allowanceKey, isUnlimited } from '../../evm/allowance.ts'
import { approvalsIn, type Log } from '../../evm/logs.ts'
import { addressAt, isZeroAddress } from '../../evm/words.ts'
import type { LoweredApproval, SimulatedApproval } from '../../risk/chain/simulation.ts'
import type { BalanceReadings } from './asset-changes.ts'
import { type AllowanceQuestion, amountIn } from './questions.ts'
import type { PlannedTakes } from './takes.ts'

interface ApprovalInput {
  readonly readings: BalanceReadings
  /** Time of the block, in seconds. */
  readonly timestamp: bigint
  readonly taken: ReadonlyMap<PlannedTakes, readonly bigint[]>
  readonly logs: readonly Log[]
  readonly owners: readonly string[]
}

interface ReadRight {
  readonly question: AllowanceQuestion
  /** Of the question among all. */
  readonly index: number
  /** Answers before the run, and after it. */
  readonly answers: readonly [string | undefined, string | undefined]
}

function rightsIn({ questions, before, after }: BalanceReadings): ReadRight[] {
  return questions.flatMap((question, index) =>
    'spender' in question ? [{ question, index, answers: [before[index], after[index]] }] : [],
  )
}

/** Finds approvals that hold after a run and did not before, by owner, token and spender. */
export function standingApprovals(input: ApprovalInput): ReadonlyMap<string, SimulatedApproval> {
  const { readings, timestamp } = input
  const taken = takenByQuestion(input.taken)
  const measured = rightsIn(readings).flatMap(({ question, index, answers }): SimulatedApproval[] => {
    const takes = taken.get(index)
    if (question.kind === 'approved')
      return approvedItem(question, readings, answers).map((approval) => ({ ...approval, takes }))
    const [before = 0n, after = 0n] = answers.map((answer) => amountIn(question, answer, timestamp))
    return after > before ? [{ ...approvalOf(question, after), takes }] : []
  })
  const all = new Map(measured.map((approval) => [allowanceKey(approval), approval]))
  // What was not answered is not zero: then its event counts.
  const known = new Set(
    rightsIn(readings).flatMap(({ question, answers: [, last] }) =>
      isAnswered(question, last) ? allowanceKey(rightOf(question)) : [],
    ),
  )
  for (const approval of unmeasuredApprovals(input))
    if (!known.has(allowanceKey(approval))) all.set(allowanceKey(approval), approval)
  return all
}

export type SpenderQuestion = Exclude<AllowanceQuestion, { readonly kind: 'approved' }>

export function approvalOf(question: SpenderQuestion, amount: bigint): SimulatedApproval {
  const { kind, owner, spender, token } = question
  const right = { kind, owner, spender, token, id: undefined, takes: undefined }
  if (kind === 'operator') return { ...right, standard: question.standard, amount: undefined }
  return { ...right, standard: 'erc20', amount }
}

type ApprovedQuestion = Extract<AllowanceQuestion, { readonly kind: 'approved' }>

function approvedItem(
  { owner, token, id }: ApprovedQuestion,
  readings: BalanceReadings,
  [first, last]: ReadRight['answers'],
): SimulatedApproval[] {
  const [before, spender] = [addressAt(first), addressAt(last)]
  if (spender === undefined || isZeroAddress(spender) || spender === before) return []
  const holder = holderAfter(readings, { token, id })
  if (holder !== undefined && holder !== owner) return []
  return [itemApproval({ owner, token, id }, spender)]
}

/** Finds who has an item after the run; undefined: not read. */
function holderAfter(
  { questions, after }: BalanceReadings,
  { token, id }: Pick<ApprovedQuestion, 'token' | 'id'>,
): string | undefined {
  return addressAt(
    after[questions.findIndex((each) => each.kind === 'holder' && each.token === token && each.id === id)],
  )
}

/** Describes who may move an item. @param spender the address that may move it */
function itemApproval(
  { owner, token, id }: Pick<ApprovedQuestion, 'owner' | 'token' | 'id'>,
  spender: string,
): SimulatedApproval {
  return { kind: 'item', owner, spender, standard: 'erc721', token, id, amount: undefined, takes: undefined }
}

/** Reads approvals from events alone, the last one of each, because what the first run did not show has no question. */
function unmeasuredApprovals({ logs, owners }: ApprovalInput): Iterable<SimulatedApproval> {
  const last = new Map<string, SimulatedApproval>()
  for (const { kind, owner, amount, isRemainder, spender, token, id } of approvalsIn(logs)) {
    if (!owners.includes(owner)) continue
    const approval: SimulatedApproval = {
      kind,
      owner,
      spender,
      token,
      id,
      takes: undefined,
      ...(kind === 'allowance' ? { standard: 'erc20', amount } : { standard: 'erc721', amount: undefined }),
    }
    // What is left of an allowance that was used is not a new one.
    if (amount === 0n) last.delete(allowanceKey(approval))
    else if (!isRemainder) last.set(allowanceKey(approval), approval)
  }
  return last.values()
}

function isAnswered(question: AllowanceQuestion, answer: string | undefined): boolean {
  return question.kind === 'approved' ? addressAt(answer) !== undefined : amountIn(question, answer, 0n) !== undefined
}

function rightOf(question: AllowanceQuestion): Parameters<typeof allowanceKey>[0] {
  return question.kind === 'approved' ? { ...question, kind: 'item' } : { ...question, id: undefined }
}

/** 0: it took nothing, which is no proof of anything. */
function takenByQuestion(taken: ApprovalInput['taken']): ReadonlyMap<number, bigint> {
  return new Map(
    Array.from(taken).flatMap(([{ questions }, amounts]) =>
      questions.flatMap((question, index): [number, bigint][] => {
        const amount = amounts[index] ?? 0n
        return amount > 0n ? [[question, amount]] : []
      }),
    ),
  )
}

/** Merges the approvals of several runs: the larger allowance, and what was taken in any of them. */
export function allApprovals(runs: readonly ReadonlyMap<string, SimulatedApproval>[]): SimulatedApproval[] {
  const all = new Map<string, SimulatedApproval>()
  for (const run of runs)
    for (const [key, approval] of run) {
      const known = all.get(key)
      const isLarger = known === undefined || (approval.amount ?? 0n) > (known.amount ?? 0n)
      all.set(key, {
        ...(isLarger ? approval : known),
        takes: most(known?.takes ?? 0n, approval.takes ?? 0n) || undefined,
      })
    }
  return Array.from(all.values())
}

/**
 * Finds allowances, operators and approved items that are less after a run than before, by owner, token and spender; by readings
 * alone. What is left of an allowance that the run used is none, nor is one that stays unlimited.
 * @param timestamp of the block, in seconds
 */
export function loweredApprovals(readings: BalanceReadings, timestamp: bigint): ReadonlyMap<string, LoweredApproval> {
  const lowered = rightsIn(readings).flatMap(({ question, answers: [first, last] }): LoweredApproval[] => {
    if (question.kind === 'approved') {
      const [spender, next] = [addressAt(first), addressAt(last)]
      if (spender === undefined || isZeroAddress(spender) || next === undefined || !isZeroAddress(next)) return []
      // A transfer ends it as well.
      if (holderAfter(readings, question) !== question.owner) return []
      return [{ ...itemApproval(question, spender), before: undefined }]
    }
    const before = amountIn(question, first, timestamp)
    const amount = amountIn(question, last, timestamp)
    if (before === undefined || amount === undefined || amount >= before) return []
    const approval = approvalOf(question, amount)
    if (question.kind === 'operator') return [{ ...approval, before: undefined }]
    const isUsed = isUnlimited(amount) || isSpent(before - amount, question, readings)
    return isUsed ? [] : [{ ...approval, before }]
  })
  return new Map(lowered.map((approval) => [allowanceKey(approval), approval]))
}

/** Tokens that count in shares round amounts. */
const MOST_ROUNDING = 1000n

/** Whether the owner lost as much as the allowance, because a use lowers an allowance as well. */
function isSpent(
  lost: bigint,
  { owner, token }: SpenderQuestion,
  { questions, before, after }: BalanceReadings,
): boolean {
  const index = questions.findIndex((each) => each.kind === 'balance' && each.owner === owner && each.token === token)
  const question = questions[index]
  if (question === undefined) return false
  const [held, left] = [amountIn(question, before[index], 0n), amountIn(question, after[index], 0n)]
  return held !== undefined && left !== undefined && magnitude(held - left - lost) * MOST_ROUNDING <= lost
}

/** Merges several runs: what is lowered in each of them and given in none, with the larger allowance. */
export function loweredInAll(
  runs: readonly ReadonlyMap<string, LoweredApproval>[],
  given: readonly SimulatedApproval[],
): LoweredApproval[] {
  const [first, ...others] = runs
  const raised = new Set(given.map(allowanceKey))
  return Array.from(first ?? []).flatMap(([key, approval]) => {
    const same = others.flatMap((run) => run.get(key) ?? [])
    if (raised.has(key) || same.length < others.length) return []
    return [approval, ...same].reduce((a, b) => ((b.amount ?? 0n) > (a.amount ?? 0n) ? b : a))
  })
}

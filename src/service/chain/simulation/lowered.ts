import { magnitude } from '../../../shared/bigints.ts'
import { allowanceKey, isUnlimited } from '../../evm/allowance.ts'
import { addressAt, isZeroAddress } from '../../evm/words.ts'
import type { LoweredApproval, SimulatedApproval } from '../../risk/chain/simulation.ts'
import { approvalOf, holderAfter, itemApproval, type SpenderQuestion } from './approvals.ts'
import type { BalanceReadings } from './asset-changes.ts'
import { amountIn } from './questions.ts'

/**
 * Finds allowances, operators and approved items that are less after a run than before, by owner, token and spender; by readings
 * alone. What is left of an allowance that the run used is none, nor is one that stays unlimited.
 * @param timestamp of the block, in seconds
 */
export function loweredApprovals(readings: BalanceReadings, timestamp: bigint): ReadonlyMap<string, LoweredApproval> {
  const lowered = readings.questions.flatMap((question, index): LoweredApproval[] => {
    const [first, last] = [readings.before[index], readings.after[index]]
    switch (question.kind) {
      case 'approved': {
        const [spender, next] = [addressAt(first), addressAt(last)]
        if (spender === undefined || isZeroAddress(spender) || next === undefined || !isZeroAddress(next)) return []
        // A transfer ends it as well.
        if (holderAfter(readings, question) !== question.owner) return []
        return [{ ...itemApproval(question, spender), before: undefined }]
      }
      case 'allowance':
      case 'permit2':
      case 'operator': {
        const before = amountIn(question, first, timestamp)
        const amount = amountIn(question, last, timestamp)
        if (before === undefined || amount === undefined || amount >= before) return []
        const approval = approvalOf(question, amount)
        if (question.kind === 'operator') return [{ ...approval, before: undefined }]
        const isUsed = isUnlimited(amount) || isSpent(before - amount, question, readings)
        return isUsed ? [] : [{ ...approval, before }]
      }
      default:
        return []
    }
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

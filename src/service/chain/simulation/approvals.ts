import { most } from '../../../shared/bigints.ts'
import { allowanceKey } from '../../evm/allowance.ts'
import { approvalsIn, type Log } from '../../evm/logs.ts'
import { addressAt, isZeroAddress } from '../../evm/words.ts'
import type { SimulatedApproval } from '../../risk/chain/simulation.ts'
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

/** Finds approvals that hold after a run and did not before, by owner, token and spender. */
export function standingApprovals(input: ApprovalInput): ReadonlyMap<string, SimulatedApproval> {
  const { readings } = input
  const taken = takenByQuestion(input.taken)
  const measured = readings.questions.flatMap((question, index): SimulatedApproval[] => {
    switch (question.kind) {
      case 'approved':
        return approvedItem(question, input, index).map((approval) => ({ ...approval, takes: taken.get(index) }))
      case 'allowance':
      case 'permit2':
      case 'operator': {
        const [before = 0n, after = 0n] = [readings.before[index], readings.after[index]].map((answer) =>
          amountIn(question, answer, input.timestamp),
        )
        return after > before ? [{ ...approvalOf(question, after), takes: taken.get(index) }] : []
      }
      default:
        return []
    }
  })
  const all = new Map(measured.map((approval) => [allowanceKey(approval), approval]))
  // What was not answered is not zero: then its event counts.
  const known = new Set(
    readings.questions.flatMap((question, index) =>
      isAnswered(question, readings.after[index]) ? questionKeys(question) : [],
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
  { readings }: ApprovalInput,
  index: number,
): SimulatedApproval[] {
  const [before, spender] = [addressAt(readings.before[index]), addressAt(readings.after[index])]
  if (spender === undefined || isZeroAddress(spender) || spender === before) return []
  const holder = holderAfter(readings, { token, id })
  if (holder !== undefined && holder !== owner) return []
  return [itemApproval({ owner, token, id }, spender)]
}

/** Finds who has an item after the run; undefined: not read. */
export function holderAfter(
  { questions, after }: BalanceReadings,
  { token, id }: Pick<ApprovedQuestion, 'token' | 'id'>,
): string | undefined {
  return addressAt(
    after[questions.findIndex((each) => each.kind === 'holder' && each.token === token && each.id === id)],
  )
}

/** Describes who may move an item. @param spender the address that may move it */
export function itemApproval(
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

function isAnswered(question: BalanceReadings['questions'][number], answer: string | undefined): boolean {
  return question.kind === 'approved' ? addressAt(answer) !== undefined : amountIn(question, answer, 0n) !== undefined
}

function questionKeys(question: BalanceReadings['questions'][number]): string[] {
  if (question.kind === 'approved') return [allowanceKey({ ...question, kind: 'item' })]
  return 'spender' in question ? [allowanceKey({ ...question, id: undefined })] : []
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

import type { ActivityNote } from '../../../api/text/notes.ts'
import { amountIn, type Question, questionOf, readOf } from '../../chain/simulation/questions.ts'
import { type Allowance, allowanceKey, PERMIT2 } from '../../evm/allowance.ts'
import type { ActivityRight } from './activity.ts'
import type { EventApproval } from './approvals.ts'
import type { ActivityPart, PartsByKind } from './details.ts'
import type { AccountExecution } from './executions.ts'
import type { BlockMoment } from './state-reads.ts'
import { type TransferContext, UNLISTED } from './verify-transfer.ts'

export interface AllowanceInput {
  /** Sender of the transaction. */
  readonly from: string
  /** All of the transaction, in order; those of the account are selected. */
  readonly approvals: readonly EventApproval[]
  readonly execution: AccountExecution
  /** What an earlier transaction of the block allowed. */
  earlier(approval: EventApproval): bigint | undefined
}

type Outcome = 'allowance-granted' | 'allowance-revoked' | 'operator' | 'poison'

/** Reads the allowances of an account that a transaction changes: the last event of each token and spender counts. */
export async function readAllowances(input: AllowanceInput, context: TransferContext): Promise<PartsByKind> {
  const own = input.approvals.filter(({ owner }) => owner === context.account)
  const last = new Map(own.map((approval) => [allowanceKey(approval), approval]))
  const sorted = await Promise.all(Array.from(last.values(), (approval) => sort(approval, input, context)))
  const parts = (outcome: Outcome) => sorted.flatMap((each) => each?.[outcome] ?? [])
  // The widest first: it is the one that is named.
  const granted = parts('allowance-granted').sort((a, b) => (BigInt(b.amount ?? 0) > BigInt(a.amount ?? 0) ? 1 : -1))
  return {
    'allowance-granted': named(granted),
    'allowance-revoked': named(parts('allowance-revoked')),
    operator: named(parts('operator')),
    poison: parts('poison'),
  }
}

/** An activity names one allowance; a note names the others, and the rights have all of them. */
function named(parts: readonly ActivityPart[]): readonly ActivityPart[] {
  const [first] = parts
  if (first === undefined) return []
  const rights = parts.flatMap((part) => part.rights ?? [])
  return [{ ...first, rights, notes: [...(first.notes ?? []), ...otherAllowances(parts)] }]
}

async function sort(
  approval: EventApproval,
  input: AllowanceInput,
  context: TransferContext,
): Promise<Partial<Record<Outcome, ActivityPart>> | undefined> {
  const { kind, token, spender, amount, isPaired, at } = approval
  const { account, knowledge, state } = context
  const part = partOf(approval)
  const outcome: Outcome = amount === 0n ? 'allowance-revoked' : kind === 'operator' ? 'operator' : 'allowance-granted'
  const notes = [...(part.notes ?? [])]
  if (isPaired) {
    // Nothing is left, or the item left together with who might move it.
    if (amount === 0n) return undefined
    const before = input.earlier(approval) ?? (await amountAt('before'))
    if (before === undefined) notes.push({ code: 'allowance-left' })
    else if (amount <= before) return undefined
  }
  const isOwn = input.execution.covers(at)
  if (!isOwn) notes.push({ code: 'signed-and-submitted-by', submitter: input.from })
  if (isOwn || kind === 'permit2' || knowledge.isKnown(token, account)) return { [outcome]: { ...part, notes } }
  const truth = await isReal()
  if (truth === false) return { poison: { other: spender, token, notes: [{ code: 'allowance-made-up' }] } }
  return { [outcome]: { ...part, notes: [...notes, truth ? UNLISTED : { ...UNLISTED, unverified: true }] } }

  /** Whether an unknown token is real: it shows the change, the account has some of it, and its name is its own. */
  async function isReal(): Promise<boolean | undefined> {
    const names = await knowledge.namesOf(token)
    if (names === 'imitation') return false
    const [before, after, held] = await Promise.all([amountAt('before'), amountAt('after'), heldBefore()])
    if (before !== undefined && after !== undefined && (amount > 0n ? after <= before : after >= before)) return false
    if (held === 0n) return false
    return names === undefined || before === undefined || after === undefined || held === undefined ? undefined : true
  }

  function amountAt(moment: BlockMoment): Promise<bigint | undefined> {
    return state.amount(questionOf(approval), spender, moment)
  }

  async function heldBefore(): Promise<bigint | undefined> {
    const question: Question = { kind: 'balance', owner: account, token }
    const answer = await state.call(readOf(question), 'before')
    if (answer === undefined) return undefined
    // ERC-1155 does not say how many items it has of an account.
    return amountIn(question, answer, 0n) ?? (kind === 'operator' ? 1n : 0n)
  }
}

function partOf(approval: EventApproval): ActivityPart {
  const { kind, token, spender, amount, id } = approval
  const permit2 = kind === 'permit2' ? 'through-permit2' : spender === PERMIT2 ? 'to-permit2' : undefined
  const notes: ActivityNote[] = [
    ...(id === undefined ? [] : [{ code: 'item' as const, tokenId: String(id) }]),
    ...(permit2 === undefined ? [] : [{ code: permit2 } as const]),
  ]
  return {
    other: spender,
    token,
    ...(kind === 'operator' && amount > 0n ? {} : { amount: String(amount) }),
    ...(amount > 0n && { rights: [rightOf(approval)] }),
    notes,
  }
}

/** Gives a right as it is stored with the activity. */
export function rightOf({ kind, token, spender, id }: Omit<Allowance, 'owner'>): ActivityRight {
  return { kind, token, spender, ...(id !== undefined && { tokenId: String(id) }) }
}

/** The first of several parts is named in full; this names the others. */
function otherAllowances(parts: readonly ActivityPart[]): ActivityNote[] {
  const others = parts.slice(1)
  if (others.length === 0) return []
  const allowances = others.slice(0, 3).map(({ token = '', other: spender = '' }) => ({ token, spender }))
  return [{ code: 'other-allowances', allowances, more: others.length - allowances.length }]
}

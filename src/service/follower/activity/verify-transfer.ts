import type { ActivityNote } from '../../../api/text/notes.ts'
import type { Question } from '../../chain/simulation/questions.ts'
import { type AllowanceKind, PERMIT2 } from '../../evm/allowance.ts'
import { isItem } from '../../evm/asset.ts'
import type { EventApproval } from './approvals.ts'
import type { Knowledge } from './knowledge.ts'
import type { Move } from './moves.ts'
import type { StateReads } from './state-reads.ts'

/** What decides whether an event of a token is true. */
export interface TransferContext {
  readonly account: string
  readonly knowledge: Knowledge
  readonly state: StateReads
  /** Net change of what the account has of an asset, by all events of the block. */
  claimed(move: Move): bigint
}

/** A transfer is true or not. doubt: says what is not known; undefined: nothing. */
export type VerifiedTransfer =
  | { readonly holds: true; readonly doubt?: ActivityNote }
  | { readonly holds: false; readonly because: ActivityNote; readonly isImitation?: true }

export const UNLISTED = { code: 'unlisted-token' } as const

/**
 * Whether a transfer by event happened. Of an unknown token, the balances decide, and a name that is not taken
 * from another token. What is not answered speaks for it.
 */
export async function verifyTransfer(move: Move, context: TransferContext): Promise<VerifiedTransfer> {
  const { account, knowledge } = context
  if (knowledge.isKnown(move.token, account)) return { holds: true }
  const names = await knowledge.namesOf(move.token)
  if (names === 'imitation') return { holds: false, because: { code: 'imitation' }, isImitation: true }
  // What the account has and loses may have any name.
  if (names === 'advertisement' && move.to === account) return { holds: false, because: { code: 'advertisement' } }
  const moved = await isBalanceChanged(move, context)
  if (moved === false) return { holds: false, because: { code: 'balance-unchanged' } }
  if (names === undefined || moved === undefined) return { holds: true, doubt: { ...UNLISTED, unverified: true } }
  return { holds: true, doubt: UNLISTED }
}

/** Whether the balance changed at least by half of what the events of the block say: tokens take fees. */
export async function isBalanceChanged(move: Move, context: TransferContext): Promise<boolean | undefined> {
  const { account, state } = context
  const isOut = move.from === account
  const claimed = isOut ? -context.claimed(move) : context.claimed(move)
  // What came and left in one block leaves no trace in the balances.
  if (claimed <= 0n) return undefined
  const question = holdingQuestion(move, account)
  const [before, after] = await Promise.all([
    state.amount(question, account, 'before'),
    state.amount(question, account, 'after'),
  ])
  if (before === undefined || after === undefined) return undefined
  return 2n * (isOut ? before - after : after - before) >= claimed
}

function holdingQuestion({ standard, token, id = 0n }: Move, owner: string): Question {
  if (standard === 'erc721') return { kind: 'holder', token, id }
  if (standard === 'erc1155') return { kind: 'items', owner, token, id }
  return { kind: 'balance', owner, token }
}

/** The spender was allowed to move an asset. isAllowed undefined: not answered, or the spender is not named. */
export interface AllowedSpender {
  readonly isAllowed: boolean | undefined
  readonly spender: string | undefined
  /** What an event of the transaction shows that it was allowed by. */
  readonly kind?: AllowanceKind
  /** By what it is allowed in Permit2. */
  readonly isPermit2?: true
}

interface SpenderSearch {
  /** Sender and target of the transaction. */
  readonly from: string
  readonly to: string | undefined
  /** Allowances that the transaction itself shows. */
  readonly approvals: readonly EventApproval[]
}

/** Finds who of those that a transaction names was allowed to move an asset of the account before the block. */
export async function findSpender(
  move: Move,
  { from, to, approvals }: SpenderSearch,
  context: TransferContext,
): Promise<AllowedSpender> {
  const { account, state } = context
  const shown = approvals.find(
    (each) =>
      each.token === move.token && each.owner === account && (each.at < move.at || each.isPaired) && isOf(each, move),
  )
  if (shown?.spender === PERMIT2) return throughPermit2(from, to)
  if (shown !== undefined) {
    const { kind, spender } = shown
    return { isAllowed: true, spender, kind, ...(kind === 'permit2' && { isPermit2: true }) }
  }
  // Called directly, the token sees the sender of the transaction.
  const isDirect = to === move.token
  const candidates = isDirect || to === undefined ? [from] : [to, from]
  const questions = candidates.concat(isItem(move) || isDirect ? [] : PERMIT2).flatMap((spender) => {
    return allowanceQuestions(move, account, spender).map((question) => ({ spender, question }))
  })
  const answers = await Promise.all(
    questions.map(async ({ spender, question }) => {
      const amount = await state.amount(question, spender, 'before')
      return amount === undefined ? undefined : amount > 0n
    }),
  )
  const found = questions[answers.indexOf(true)]
  if (found?.spender === PERMIT2) return throughPermit2(from, to)
  if (found) return { isAllowed: true, spender: found.spender }
  return { isAllowed: isDirect && !answers.includes(undefined) ? false : undefined, spender: undefined }
}

/** Permit2 moves what its caller may take. */
function throughPermit2(from: string, to: string | undefined): AllowedSpender {
  return { isAllowed: true, spender: to === undefined || to === PERMIT2 ? from : to, isPermit2: true }
}

function isOf({ kind, id, amount }: EventApproval, move: Move): boolean {
  return kind === 'operator' ? amount > 0n : id === undefined || id === move.id
}

function allowanceQuestions({ standard, token, id = 0n }: Move, owner: string, spender: string): Question[] {
  if (standard === 'erc20') return [{ kind: 'allowance', owner, token, spender }]
  const operator: Question = { kind: 'operator', owner, token, spender, standard: standard as 'erc721' | 'erc1155' }
  return standard === 'erc721' ? [operator, { kind: 'approved', owner, token, id, spender }] : [operator]
}

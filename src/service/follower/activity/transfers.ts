import type { ActivityNote } from '../../../api/text/notes.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import type { TracedTransaction } from '../../chain/traces.ts'
import { isItem, NATIVE, TRANSFER, TRANSFER_FROM } from '../../evm/asset.ts'
import { addressAt, wordAt } from '../../evm/words.ts'
import { liveFrames } from '../../risk/trace/live-frames.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import { rightOf } from './allowances.ts'
import type { EventApproval } from './approvals.ts'
import type { ActivityPart, PartsByKind } from './details.ts'
import type { AccountExecution } from './executions.ts'
import type { Move } from './moves.ts'
import {
  type AllowedSpender,
  findSpender,
  isBalanceChanged,
  type TransferContext,
  UNLISTED,
  verifyTransfer,
} from './verify-transfer.ts'

/**
 * Move what another has: owner, receiver, amount or id. transferFrom, safeTransferFrom of ERC-721 (two) and of ERC-1155 (one
 * and many).
 */
const transfersFrom: ReadonlySet<string> = new Set([
  TRANSFER_FROM,
  '0x42842e0e',
  '0xb88d4fde',
  '0xf242432a',
  '0x2eb2c2d6',
])

export interface TransferInput extends TracedTransaction {
  readonly from: string
  readonly to: string | undefined
  /** From or to the account. */
  readonly moves: readonly Move[]
  readonly approvals: readonly EventApproval[]
  /** Tokens that moved something by a signature of the account. */
  readonly signed: ReadonlySet<string>
  readonly execution: AccountExecution
  /** The node did not say whether the transaction succeeded, and it has no events. */
  readonly isUnsure: boolean
  /** How many addresses receive something of a contract in the transaction. */
  recipientsOf(token: string): number
}

/** Address-poisoning transfers arrive within about 100 blocks of Ethereum after the payment that they imitate. */
const DUST_WITHIN = 100 * 12_000
/** Who was paid longer ago is not looked for in a history. */
const IMITATED_WITHIN = 90 * DAY_MS
/** What so many addresses get at once of a token on no list is an advertisement. */
const MAILING = { items: 10, tokens: 50 }

/** Sorts the transfers of an account by who caused them and whether they are real. */
export async function readTransfers(input: TransferInput, context: TransferContext): Promise<PartsByKind> {
  const { moves, execution } = input
  const { account } = context
  const [covered, others] = split(moves, ({ at }) => execution.covers(at))
  const outs = await Promise.all([
    ...covered
      .filter(({ from, amount }) => from === account && amount > 0n)
      .map((move) => ownPayment(move, input, context)),
    ...others.filter(({ from }) => from === account).map((move) => outgoing(move, input, context)),
  ])
  const ownIns = await Promise.all(covered.filter(({ to }) => to === account).map((move) => ownIncome(move, context)))
  const ins = await Promise.all(others.filter(({ to }) => to === account).map((move) => income(move, input, context)))
  const all = [...outs, ...ownIns, ...ins]
  const sent = outs.flatMap((each) => each.sent ?? [])
  const received = ownIns.flatMap((each) => each.received?.moves ?? [])
  return {
    sent: execution.isSent || sent.length > 0 ? [sentPart(sent, received, input)] : [],
    // Without a right where none is known that could be used again.
    'allowance-spent': outs.flatMap((each) => (each.spent ? { rights: [], ...each.spent } : [])),
    received: all.flatMap((each) => each.received ?? []),
    poison: all.flatMap((each) => each.poison ?? []),
  }
}

function sentPart(
  outs: readonly Move[],
  ins: readonly Move[],
  { execution, to, isUnsure }: TransferInput,
): ActivityPart {
  const { failed, submitter } = execution
  const other = outs.length === 1 || submitter !== undefined ? outs[0]?.to : to
  return {
    moves: [...outs, ...ins],
    ...(other !== undefined && { other }),
    ...(failed && { failed: true as const }),
    notes: [
      ...(submitter === undefined ? [] : [{ code: 'submitted-by' as const, submitter }]),
      ...(isUnsure ? [UNSURE] : []),
    ],
  }
}

const UNSURE = { code: 'outcome-unknown' } as const

interface Sorted {
  readonly sent?: Move
  readonly spent?: ActivityPart
  readonly received?: ActivityPart
  readonly poison?: ActivityPart
}

/**
 * Leaves the account in what it executes. Where others submit that, they can add calls of their own: what these take with an
 * allowance is not paid by the account.
 */
async function ownPayment(move: Move, input: TransferInput, context: TransferContext): Promise<Sorted> {
  const isOwn = input.execution.submitter === undefined || input.to === context.account
  if (isOwn || move.token === NATIVE) return { sent: move }
  const mover = await findMover(move, input, context)
  return mover === undefined || mover === context.account ? { sent: move } : { spent: takenBy(mover, move) }
}

async function findMover(
  move: Move,
  transaction: TracedTransaction,
  { state }: TransferContext,
): Promise<string | undefined> {
  const trace = await state.trace(transaction)
  return trace && moverOf(move, trace)
}

/** Leaves the account in a transaction that is not its own. */
async function outgoing(move: Move, input: TransferInput, context: TransferContext): Promise<Sorted> {
  if (move.amount === 0n) return { poison: await bait(move, { code: 'moves-nothing' }, context) }
  const { module } = input.execution
  if (module !== undefined) {
    return { spent: { moves: [move], other: module, notes: [{ code: 'by-module' }] } }
  }
  // No one else can burn it: its own code did, and who called that is not in the events.
  if (move.isWrapping) {
    return {
      spent: { moves: [move], other: input.from, notes: [{ code: 'unwrapped-by-other' }] },
    }
  }
  const isKnown = context.knowledge.isKnown(move.token, context.account)
  const truth = await verifyTransfer(move, context)
  if (!truth.holds) {
    const taker = truth.isImitation && (await takerOf(move, input, context))
    if (taker) return { spent: { ...takenBy(taker, move), notes: [{ code: 'imitation-taken' }] } }
    return { poison: await bait(move, truth.because, context) }
  }
  if (isKnown && input.signed.has(move.token))
    return { spent: { moves: [move], other: input.from, notes: [{ code: 'transfer-signature' }] } }
  const found = await findSpender(move, input, context)
  if (!isKnown && found.isAllowed === false) return takenWithoutAllowance(move, input, context)
  const spender = found.spender ?? (await findMover(move, input, context))
  // A contract, or an account that delegates to one: its own code paid.
  if (spender === context.account) return { sent: move }
  const notes: ActivityNote[] = [
    ...(truth.doubt === undefined ? [] : [truth.doubt]),
    ...(found.isPermit2 ? [{ code: 'through-permit2' as const }] : []),
    ...(spender === undefined ? [{ code: 'spender-unknown' as const }] : []),
  ]
  if (spender === undefined) return { spent: { moves: [move], other: input.from, notes } }
  return { spent: { ...takenBy(spender, move, found), notes } }
}

/**
 * What a spender takes, with the right that it used and may use again. Who may move one item may not any more when it has moved, and
 * what goes through Permit2 may have been signed for this once.
 */
function takenBy(spender: string, move: Move, { kind, isPermit2 }: Partial<AllowedSpender> = {}): ActivityPart {
  const taken = { moves: [move], other: spender }
  if (kind === 'item' || (isPermit2 && kind === undefined)) return taken
  const right = { kind: kind ?? (isItem(move) ? 'operator' : 'allowance'), token: move.token, spender, id: undefined }
  return { ...taken, rights: [rightOf(right)] }
}

/** By what the contract of the token lets others do: a loss where the balance shows it, such as a seizure. */
async function takenWithoutAllowance(move: Move, { from }: TransferInput, context: TransferContext): Promise<Sorted> {
  if (!(await isBalanceChanged(move, context))) return { poison: await bait(move, { code: 'not-allowed' }, context) }
  return {
    spent: { moves: [move], other: from, notes: [UNLISTED, { code: 'without-allowance' }] },
  }
}

/**
 * Who takes what the account really had of a token with the name of another, such as a bridged one: the balance fell, and
 * the account had allowed it before the block. Events of the transaction prove nothing here.
 */
async function takerOf(move: Move, input: TransferInput, context: TransferContext): Promise<string | undefined> {
  if (!(await isBalanceChanged(move, context))) return undefined
  const { spender } = await findSpender(move, { ...input, approvals: [] }, context)
  if (spender !== undefined) return spender
  const mover = await findMover(move, input, context)
  if (mover === undefined || mover === context.account) return undefined
  return (await findSpender(move, { from: mover, to: undefined, approvals: [] }, context)).spender
}

/** Arrives in a transaction of the account itself. */
async function ownIncome(move: Move, context: TransferContext): Promise<Sorted> {
  if (move.amount === 0n) return {}
  const received: ActivityPart = { moves: [move], other: move.from }
  if (context.knowledge.isKnown(move.token, context.account)) return { received }
  return (await isBalanceChanged(move, context)) === false ? {} : { received: { ...received, notes: [UNLISTED] } }
}

async function income(
  move: Move,
  { recipientsOf, isUnsure }: TransferInput,
  context: TransferContext,
): Promise<Sorted> {
  if (move.amount === 0n) return { poison: await bait(move, { code: 'moves-nothing' }, context) }
  const { knowledge, account } = context
  const isMailing = recipientsOf(move.token) >= (isItem(move) ? MAILING.items : MAILING.tokens)
  if (isMailing && !knowledge.isKnown(move.token, account))
    return { poison: await bait(move, { code: 'sent-to-many' }, context) }
  const truth = await verifyTransfer(move, context)
  if (!truth.holds) return { poison: await bait(move, truth.because, context) }
  const imitates = await knowledge.imitatedBy(move.from, account, DUST_WITHIN)
  if (imitates !== undefined && knowledge.isPetty(move))
    return { poison: { ...(await bait(move, { code: 'lookalike-dust' }, context)), imitates } }
  const notes = [...(truth.doubt === undefined ? [] : [truth.doubt]), ...(isUnsure ? [UNSURE] : [])]
  return { received: { moves: [move], other: move.from, notes } }
}

/** A transfer that only leaves an address in the history of the account. */
async function bait(move: Move, note: ActivityNote, { account, knowledge }: TransferContext): Promise<ActivityPart> {
  const other = move.from === account ? move.to : move.from
  const imitates = await knowledge.imitatedBy(other, account, IMITATED_WITHIN)
  return { moves: [move], other, ...(imitates !== undefined && { imitates }), notes: [note] }
}

function split<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))]
}

/**
 * Finds who made a token move what an account has, by the calls of the transaction: the account itself, also where it calls a
 * contract that does it; else who called the token. Undefined: the calls do not show it, or several did the same.
 */
function moverOf(move: Move, { root }: Trace): string | undefined {
  const movers = new Set<string>()
  const exact = new Set<string>()
  for (const { frame, caller, exit } of liveFrames(root, (address) => address === move.from)) {
    if (frame.to !== move.token || frame.type !== 'CALL') continue
    const selector = frame.input.slice(0, 10)
    const data = `0x${frame.input.slice(10)}`
    const isTransfer = selector === TRANSFER && caller === move.from
    if (!isTransfer && !(transfersFrom.has(selector) && addressAt(data) === move.from)) continue
    const [receiver, amount] = isTransfer ? [addressAt(data), wordAt(data, 1)] : [addressAt(data, 1), wordAt(data, 2)]
    const mover = exit === undefined ? caller : move.from
    movers.add(mover)
    if (receiver === move.to && (isItem(move) || amount === move.amount)) exact.add(mover)
  }
  const [only, ...others] = exact.size > 0 ? exact : movers
  return others.length === 0 ? only : undefined
}

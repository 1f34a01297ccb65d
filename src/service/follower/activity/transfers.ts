import type { Approval } from './approvals.ts'
import type { Part } from './details.ts'
import type { Execution } from './executions.ts'
import { findSpender, isGenuine, isMeasured, type Scene, UNLISTED } from './genuine.ts'
import { isPetty } from './knowledge.ts'
import { isItem, type Move } from './moves.ts'

export interface TransferInput {
  readonly from: string
  readonly to: string | undefined
  /** Of the transaction, all; those of the account are selected. */
  readonly moves: readonly Move[]
  readonly approvals: readonly Approval[]
  readonly execution: Execution
  /** How many addresses receive something of a contract in the transaction. */
  recipientsOf(token: string): number
}

export interface Transfers {
  readonly sent: readonly Part[]
  readonly spent: readonly Part[]
  readonly received: readonly Part[]
  readonly poison: readonly Part[]
}

/** What thieves copy an address for happens soon after a payment: 100 blocks of Ethereum. */
const DUST_WITHIN = 100 * 12_000
/** Who was paid longer ago is not looked for in a history. */
const IMITATED_WITHIN = 30 * 24 * 3600_000
/** Items that so many addresses get at once are an advertisement. */
const MAILING = 10

/** Sorts the transfers of an account by who caused them and whether they are real. */
export async function readTransfers(input: TransferInput, scene: Scene): Promise<Transfers> {
  const { moves, execution } = input
  const { account } = scene
  const own = moves.filter(({ from, to }) => from !== to && (from === account || to === account))
  const [sent, others] = split(own, ({ at }) => execution.covers(at))
  const outs = await Promise.all(
    others.filter(({ from }) => from === account).map((move) => outgoing(move, input, scene)),
  )
  const ins = await Promise.all([
    ...sent.filter(({ to }) => to === account).map((move) => ownIncome(move, scene)),
    ...others.filter(({ to }) => to === account).map((move) => income(move, input, scene)),
  ])
  const received = ins.flatMap((each) => each.received ?? [])
  const ownMoves = sent.filter(({ from, amount }) => from === account && amount > 0n)
  const covered = new Set(sent)
  const ownIncomes = received.flatMap((part) => part.moves ?? []).filter((move) => covered.has(move))
  return {
    sent: execution.isSent ? [sentPart(ownMoves, ownIncomes, input)] : [],
    spent: outs.flatMap((each) => each.spent ?? []),
    received,
    poison: [...outs, ...ins].flatMap((each) => each.poison ?? []),
  }
}

function sentPart(outs: readonly Move[], ins: readonly Move[], { execution, to }: TransferInput): Part {
  const { failed, submitter } = execution
  const other = outs.length === 1 || submitter !== undefined ? outs[0]?.to : to
  return {
    moves: [...outs, ...ins],
    ...(other !== undefined && { other }),
    ...(failed && { failed: true as const }),
    notes: submitter === undefined ? [] : [`in a transaction of ${submitter}`],
  }
}

interface Sorted {
  readonly spent?: Part
  readonly received?: Part
  readonly poison?: Part
}

/** Leaves the account in a transaction that is not its own. */
async function outgoing(move: Move, input: TransferInput, scene: Scene): Promise<Sorted> {
  if (move.amount === 0n) return { poison: await bait(move, 'moves nothing', scene) }
  const { module, submitter } = input.execution
  if (module !== undefined) {
    return { spent: { moves: [move], other: module, notes: ['by a module of the account, without its signatures'] } }
  }
  const isKnown = scene.knowledge.isKnown(move.token, scene.account)
  const truth = await isGenuine(move, scene)
  if (!truth.holds) return { poison: await bait(move, truth.because, scene) }
  const { isAllowed, spender } = await findSpender(move, input, scene)
  if (!isKnown && isAllowed === false) return { poison: await bait(move, 'nobody was allowed to move it', scene) }
  const notes = [
    ...(truth.doubt === undefined ? [] : [truth.doubt]),
    ...(spender === undefined ? ['the spender is not known: the other side is who sent the transaction'] : []),
  ]
  return { spent: { moves: [move], other: spender ?? submitter ?? input.from, notes } }
}

/** Arrives in a transaction of the account itself. */
async function ownIncome(move: Move, scene: Scene): Promise<Sorted> {
  if (move.amount === 0n) return {}
  const received: Part = { moves: [move], other: move.from }
  if (scene.knowledge.isKnown(move.token, scene.account)) return { received }
  return (await isMeasured(move, scene)) === false ? {} : { received: { ...received, notes: [UNLISTED] } }
}

async function income(move: Move, { recipientsOf }: TransferInput, scene: Scene): Promise<Sorted> {
  if (move.amount === 0n) return { poison: await bait(move, 'moves nothing', scene) }
  const { knowledge, account } = scene
  if (!knowledge.isListed(move.token) && isItem(move) && recipientsOf(move.token) >= MAILING)
    return { poison: await bait(move, 'items for many addresses at once', scene) }
  const truth = await isGenuine(move, scene)
  if (!truth.holds) return { poison: await bait(move, truth.because, scene) }
  const imitates = isPetty(move, knowledge) ? await knowledge.imitatedBy(move.from, account, DUST_WITHIN) : undefined
  if (imitates !== undefined) return { poison: { ...(await bait(move, 'dust of a lookalike', scene)), imitates } }
  return { received: { moves: [move], other: move.from, ...(truth.doubt !== undefined && { notes: [truth.doubt] }) } }
}

/** A transfer that only leaves an address in the history of the account. */
async function bait(move: Move, note: string, { account, knowledge }: Scene): Promise<Part> {
  const other = move.from === account ? move.to : move.from
  const imitates = await knowledge.imitatedBy(other, account, IMITATED_WITHIN)
  return { moves: [move], other, ...(imitates !== undefined && { imitates }), notes: [note] }
}

function split<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))]
}

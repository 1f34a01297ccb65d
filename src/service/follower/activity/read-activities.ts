import { activityKinds } from '../../../api/vocabulary.ts'
import {
  type CheckedBlock,
  type MatchedTransaction,
  type MinedTransaction,
  minedIn,
  type SetCode,
} from '../../chain/blocks/block.ts'
import type { StateSource } from '../../chain/state/state-reader.ts'
import type { StepTraces } from '../../chain/traces.ts'
import { allowanceKey } from '../../evm/allowance.ts'
import { isItem, NATIVE } from '../../evm/asset.ts'
import { Holdings } from '../../evm/holdings.ts'
import { wrappersIn } from '../../evm/logs.ts'
import { delegationTo, isZeroAddress, ZERO_ADDRESS } from '../../evm/words.ts'
import { wrappedNative } from '../../intel/known-tokens.ts'
import type { Reads } from '../../records/reads/reads.ts'
import { type Activity, nativeMove } from './activity.ts'
import { readAllowances } from './allowances.ts'
import { approvalsOf, type EventApproval, tokensMovedBySignature } from './approvals.ts'
import { readControlChanges } from './control-changes.ts'
import { type ActivityPart, detailsOf, type PartsByKind } from './details.ts'
import { executionOf } from './executions.ts'
import { type Knowledge, loadKnowledge } from './knowledge.ts'
import { type Move, movesOf } from './moves.ts'
import { createStateReads, type StateReads } from './state-reads.ts'
import { readTransfers } from './transfers.ts'
import type { TransferContext } from './verify-transfer.ts'

export interface ActivityContext {
  readonly chainId: string
  readonly reads: Reads
  /** The node that gave the block. */
  readonly source: StateSource
  /** Traces that were read already. */
  readonly traces: StepTraces
}

/** What the events of one transaction say. */
interface TransactionEvents {
  readonly matched: MatchedTransaction
  /** Monitored addresses in it. */
  readonly accounts: readonly string[]
  readonly moves: readonly Move[]
  readonly approvals: readonly EventApproval[]
  /** Those from or to an account, without those to itself. */
  movesOf(account: string): readonly Move[]
  recipientsOf(token: string): number
}

/**
 * Reads what happens to monitored addresses in a block: at most one activity of an address, kind and transaction, in the order of
 * the block and the most serious first. What neither the database nor the node knows counts as true, with a note.
 * @param monitored lower case; confirmed in the database
 */
export async function readActivities(
  block: CheckedBlock,
  monitored: ReadonlySet<string>,
  { chainId, reads, source, traces }: ActivityContext,
): Promise<Activity[]> {
  const wrapped = await wrappedNative(reads.db, chainId, [
    ...new Set(block.matched.flatMap(({ receipt }) => wrappersIn(receipt.logs))),
  ])
  const events = block.matched.flatMap((matched) => eventsOf(matched, monitored, wrapped, block.header.timestamp))
  const withdrawals = withdrawalsIn(block, monitored)
  if (events.length === 0) return withdrawals
  const state = createStateReads(block.header, source, traces.of(block.header))
  const moves = events.flatMap((each) => each.moves)
  const owners = [...new Set(events.flatMap(({ accounts }) => accounts))]
  const named = [
    ...moves.map(({ token }) => token),
    ...events.flatMap(({ approvals }) => approvals.map((a) => a.token)),
  ]
  const tokens = [...new Set([...named, ...events.flatMap(emitters)])].filter((token) => token !== NATIVE)
  const knowledge = await loadKnowledge({ header: block.header, chainId, reads, state, tokens, owners, moves })
  const claimed = new Holdings()
  for (const { from, to, amount, at: _, ...asset } of moves) claimed.move({ asset, from, to, amount })
  const earlier = earlierAllowances(events)
  const activities = await Promise.all(
    events.flatMap((each) =>
      each.accounts.map((account) => {
        const context: TransferContext = {
          account,
          knowledge,
          state,
          claimed: (move) => claimed.amountOf(account, move),
        }
        return activitiesOf({ chainId, events: each, block, context, earlier: (approval) => earlier(each, approval) })
      }),
    ),
  )
  return [...activities.flat(), ...withdrawals]
}

function eventsOf(
  matched: MatchedTransaction,
  monitored: ReadonlySet<string>,
  wrapped: ReadonlySet<string>,
  timestamp: number,
): TransactionEvents[] {
  const accounts = [...new Set(matched.candidates)].filter((address) => monitored.has(address))
  if (accounts.length === 0) return []
  const moves = movesOf(matched, wrapped)
  const byAccount = new Map<string, Move[]>(accounts.map((account) => [account, []]))
  const recipients = new Map<string, Set<string>>()
  for (const move of moves) {
    const { token, from, to } = move
    recipients.set(token, (recipients.get(token) ?? new Set()).add(to))
    if (from === to) continue
    byAccount.get(from)?.push(move)
    byAccount.get(to)?.push(move)
  }
  return [
    {
      matched,
      accounts,
      moves,
      approvals: approvalsOf(matched, timestamp),
      movesOf: (account) => byAccount.get(account) ?? [],
      recipientsOf: (token) => recipients.get(token)?.size ?? 0,
    },
  ]
}

function emitters({ matched }: TransactionEvents): string[] {
  return matched.receipt.logs.map(({ address }) => address)
}

interface Input {
  readonly chainId: string
  readonly events: TransactionEvents
  readonly block: CheckedBlock
  readonly context: TransferContext
  earlier(approval: EventApproval): bigint | undefined
}

async function activitiesOf({ chainId, events, block, context, earlier }: Input): Promise<Activity[]> {
  const { matched, approvals, recipientsOf } = events
  const { account, knowledge, state } = context
  const moves = events.movesOf(account)
  const { from } = matched.transaction
  const { succeeded, logs } = matched.receipt
  const movesOut = moves.some((move) => move.from === account)
  const execution = executionOf(matched, account, movesOut)
  const all: readonly PartsByKind[] = await Promise.all([
    readTransfers(
      {
        ...matched.transaction,
        moves,
        approvals,
        execution,
        recipientsOf,
        signed: tokensMovedBySignature(matched, account),
        isUnsure: succeeded === undefined && logs.length === 0,
      },
      context,
    ),
    readAllowances({ from, approvals, execution, earlier }, context),
    readControlChanges(matched, execution.isSent, context),
    readDelegations(matched, account, block, state),
  ])
  const mined = minedIn(chainId, block.header, matched)
  return activityKinds.flatMap((kind) => {
    const parts = all.flatMap((each) => each[kind] ?? [])
    return activity(account, kind, mined, parts, knowledge)
  })
}

function activity(
  address: string,
  kind: Activity['kind'],
  mined: MinedTransaction,
  parts: readonly ActivityPart[],
  knowledge: Knowledge,
): Activity[] {
  if (parts.length === 0) return []
  const isPetty = kind === 'received' && parts.every((part) => bringsLittle(address, part, knowledge))
  const details = detailsOf(address, parts, knowledge)
  return [{ address, kind, mined, details, ...(isPetty && { isPetty }) }]
}

function bringsLittle(
  address: string,
  { moves = [] }: ActivityPart,
  { isKnown, isListed, isPetty }: Knowledge,
): boolean {
  const isLittle = (move: Move) =>
    !isKnown(move.token, address) || (isPetty(move) && !(isItem(move) && isListed(move.token)))
  return moves.length > 0 && moves.every((move) => move.to === address && isLittle(move))
}

/** The allowance by the last event before a transaction, within the block. */
function earlierAllowances(
  events: readonly TransactionEvents[],
): (events: TransactionEvents, approval: EventApproval) => bigint | undefined {
  const before = new Map<TransactionEvents, Map<string, bigint>>()
  const last = new Map<string, bigint>()
  for (const each of events) {
    const known = new Map<string, bigint>()
    for (const approval of each.approvals) {
      const key = allowanceKey(approval)
      const amount = last.get(key)
      if (amount !== undefined && !known.has(key)) known.set(key, amount)
    }
    before.set(each, known)
    for (const approval of each.approvals) last.set(allowanceKey(approval), approval.amount)
  }
  return (each, approval) => before.get(each)?.get(allowanceKey(approval))
}

/** Payouts of validators: one activity of each address. */
function withdrawalsIn({ credits }: CheckedBlock, monitored: ReadonlySet<string>): Activity[] {
  const paid = credits.flatMap(({ of, address, amount }) => {
    return of === 'withdrawal' && amount !== undefined && monitored.has(address) ? [{ address, amount }] : []
  })
  return Array.from(
    Map.groupBy(paid, ({ address }) => address),
    ([address, group]): Activity => {
      const amount = group.reduce((sum, each) => sum + each.amount, 0n)
      return {
        address,
        kind: 'withdrawal',
        mined: undefined,
        details: {
          moves: [nativeMove(amount, ZERO_ADDRESS)],
          ...(group.length > 1 && { notes: [{ code: 'withdrawals', count: group.length }] }),
        },
      }
    },
  )
}

/**
 * Reads delegations that a transaction sets or removes. A signature with a stale nonce has no effect, and anyone can submit it as
 * often as he likes: its nonce, and the code before and after the block, decide.
 */
async function readDelegations(
  { transaction }: MatchedTransaction,
  account: string,
  block: CheckedBlock,
  state: StateReads,
): Promise<PartsByKind> {
  const isOwn = ({ authority }: SetCode) => authority === account
  if (!transaction.authorizations.some(isOwn)) return {}
  const [nonce, before, after] = await Promise.all([
    state.nonce(account, 'before'),
    state.code(account, 'before'),
    state.code(account, 'after'),
  ])
  const valid = nonce === undefined ? undefined : possiblyValid(account, block, BigInt(nonce), before !== '0x')
  const last = transaction.authorizations.findLast((each) => isOwn(each) && (valid?.has(each) ?? true))?.delegate
  if (last === undefined) return {}
  const part = (doubt?: { readonly doubt: 'maybe-stale' | 'within-block' | 'replaced' }): PartsByKind => {
    const note = isZeroAddress(last)
      ? { code: 'undelegated' as const, ...doubt }
      : { code: 'delegated' as const, delegate: last, ...doubt }
    return { delegation: [{ other: last, notes: [note] }] }
  }
  if (before === undefined || after === undefined) return part({ doubt: 'maybe-stale' })
  // Several signatures in one block: the code at its end does not show those that are replaced.
  if (before === after) {
    return valid !== undefined && valid.size > 1 ? part({ doubt: 'within-block' }) : {}
  }
  return after === delegationTo(last) ? part() : part({ doubt: 'replaced' })
}

/**
 * Authorizations of an account that can have an effect, by its nonce: each of them and each own transaction raises it. Code
 * that the account runs can raise it, too, by creating contracts.
 * @param start before the block
 * @param runsCode whether it runs code before the block, as far as is known
 */
function possiblyValid(
  account: string,
  { matched }: CheckedBlock,
  start: bigint,
  runsCode: boolean,
): ReadonlySet<SetCode> {
  const valid = new Set<SetCode>()
  let least = start
  for (const { transaction } of matched) {
    const { from, nonce, authorizations } = transaction
    // The transaction counts before its authorizations do.
    if (from === account && BigInt(nonce) >= least) least = BigInt(nonce) + 1n
    for (const each of authorizations) {
      if (each.authority !== account || each.nonce < least) continue
      if (each.nonce > least && !runsCode && valid.size === 0) continue
      valid.add(each)
      if (each.nonce === least) least++
    }
  }
  return valid
}

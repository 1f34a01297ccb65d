import { magnitude } from '../../../shared/bigints.ts'
import { PERMIT2 } from '../../evm/allowance.ts'
import { isZeroAddress, word } from '../../evm/words.ts'
import { type Action, type Asset, erc20, everyItem, grant, transfer } from '../../risk/actions/actions.ts'
import type { ControlNews, Executed, Spend } from '../../risk/chain/executed.ts'
import type { Call } from '../../risk/decode/calls.ts'
import { isOpenExecutor } from '../../risk/parties/controlled-accounts.ts'
import { type Activity, type ActivityMove, changeBy } from '../activity/activity.ts'
import type { FollowedTransaction } from './followed-transaction.ts'

/** Gives what a transaction does to monitored addresses, as evidence. */
export function executedBy(followed: FollowedTransaction): Executed {
  const others = othersIn(followed)
  const spends = followed.activities.filter(({ kind }) => kind === 'allowance-spent')
  return {
    isOwn: followed.activities.some(({ kind }) => kind === 'sent'),
    spends: spends.map((activity) => spendOf(activity, followed)),
    changes: others.flatMap((activity) => changesOf(activity, followed)),
  }
}

/**
 * Gives what a transaction does to monitored addresses that did not send it, as actions in their name.
 * @param root the call of the transaction
 */
export function thirdPartyActions(followed: FollowedTransaction, root: Call): Action[] {
  return othersIn(followed).flatMap((activity) =>
    actionsOf(activity, { ...root, actor: activity.address, inTrace: true }),
  )
}

function othersIn({ activities }: FollowedTransaction): Activity[] {
  const senders = new Set(activities.filter(({ kind }) => kind === 'sent').map(({ address }) => address))
  return activities.filter(({ address }) => !senders.has(address))
}

/** Anyone can make a monitored address the owner of something: that takes nothing from it. */
function changesOf({ kind, address: owner, details }: Activity, { receipt }: FollowedTransaction): ControlNews[] {
  if (kind !== 'upgraded' && kind !== 'owners-changed') return []
  const ownerTopic = `0x${word(owner)}`
  const isItsOwn = receipt.logs.some(({ address, topics }) => address === owner || topics[1] === ownerTopic)
  return isItsOwn ? [{ owner, notes: details.notes ?? [] }] : []
}

function spendOf({ address: owner, details: { moves = [], other } }: Activity, followed: FollowedTransaction): Spend {
  const out = moves.filter(({ direction }) => direction === 'out')
  return {
    owner,
    spender: spenderOf(other, followed),
    tokens: [...new Set(out.map(({ token }) => token))],
    hasReturn: followed.activities.some(
      (each) => each.address === owner && each.kind !== 'poison' && each.details.moves?.some(isIncoming),
    ),
  }
}

function isIncoming({ direction, amount }: ActivityMove): boolean {
  return direction === 'in' && BigInt(amount) > 0n
}

/** Permit2 moves what a signature allows its caller to take; Multicall3 and its like make any call for anyone. */
function spenderOf(other: string | undefined, { chainId, transaction: { from, to } }: FollowedTransaction): string {
  const isOpen = (address: string) => address === PERMIT2 || isOpenExecutor(address, chainId)
  if (other !== undefined && !isOpen(other)) return other
  return to === undefined || isOpen(to) ? from : to
}

/** @param call in the name of the account that it is done to */
function actionsOf({ kind, address: owner, details }: Activity, call: Call): Action[] {
  const { moves = [], other: authority, token, amount } = details
  if (kind === 'allowance-spent')
    return moves
      .filter(({ direction }) => direction === 'out')
      .map((move) => transfer(call, assetOf(move), owner, move.other))
  if (authority === undefined) return []
  if (kind === 'delegation') return [{ kind: 'control', call, form: 'account-delegation', contract: owner, authority }]
  if (token === undefined) return []
  if (kind === 'allowance-granted') {
    const asset = erc20(token, amount === undefined ? undefined : BigInt(amount))
    return [grant(call, { form: 'permit', asset, owner, authority })]
  }
  if (kind !== 'operator') return []
  return [
    grant(call, {
      form: 'approval-for-all',
      asset: everyItem(token),
      owner,
      authority,
      allowed: !isZeroAddress(authority),
    }),
  ]
}

function assetOf(move: ActivityMove): Asset {
  const { standard, token, id, amount } = changeBy(move)
  return { standard, token, amount: magnitude(amount), ids: id === undefined ? [] : [id] }
}

import { PERMIT2 } from '../../chain/simulation/questions.ts'
import { word } from '../../evm/words.ts'
import type { Asset } from '../../risk/actions/actions.ts'
import type { Deed } from '../../risk/bystanders.ts'
import type { ControlNews, Executed, Spend } from '../../risk/chain/executed.ts'
import { isOpenExecutor } from '../../risk/controlled-accounts.ts'
import type { Activity, ActivityMove } from '../activity/activity.ts'
import type { Followed } from './followed-transaction.ts'

/** What a transaction does to monitored addresses that did not send it. */
export interface Bystanders {
  readonly executed: Executed
  readonly deeds: readonly Deed[]
}

export function bystandersOf(followed: Followed): Bystanders {
  const { activities } = followed
  const senders = new Set(activities.filter(({ kind }) => kind === 'sent').map(({ address }) => address))
  const others = activities.filter(({ address }) => !senders.has(address))
  const spends = activities.filter(({ kind }) => kind === 'allowance-spent')
  return {
    executed: {
      isOwn: senders.size > 0,
      spends: spends.map((activity) => spendOf(activity, followed)),
      changes: others.flatMap((activity) => changesOf(activity, followed)),
    },
    deeds: others.flatMap(deedsOf),
  }
}

/** Anybody can make a monitored address the owner of something: that takes nothing from it. */
function changesOf({ kind, address: owner, details }: Activity, { matched: { receipt } }: Followed): ControlNews[] {
  if (kind !== 'upgraded' && kind !== 'owners-changed') return []
  const ownerTopic = `0x${word(owner)}`
  const isItsOwn = receipt.logs.some(({ address, topics }) => address === owner || topics[1] === ownerTopic)
  return isItsOwn ? [{ owner, text: details.note ?? 'is controlled by somebody else' }] : []
}

function spendOf({ address: owner, details: { moves = [], other } }: Activity, followed: Followed): Spend {
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
function spenderOf(other: string | undefined, { chainId, matched: { transaction } }: Followed): string {
  const { from, to } = transaction
  const isOpen = (address: string) => address === PERMIT2 || isOpenExecutor(address, chainId)
  if (other !== undefined && !isOpen(other)) return other
  return to === undefined || isOpen(to) ? from : to
}

function deedsOf({ kind, address: owner, details }: Activity): Deed[] {
  const { moves = [], other: to, token, amount } = details
  if (kind === 'allowance-spent')
    return moves
      .filter(({ direction }) => direction === 'out')
      .map((move) => ({ kind: 'transfer', owner, to: move.other, asset: assetOf(move) }))
  if (to === undefined) return []
  switch (kind) {
    case 'allowance-granted':
      if (token === undefined) return []
      return [
        { kind: 'grant', form: 'permit', owner, to, token, amount: amount === undefined ? amount : BigInt(amount) },
      ]
    case 'operator':
      return token === undefined
        ? []
        : [{ kind: 'grant', form: 'approval-for-all', owner, to, token, amount: undefined }]
    case 'delegation':
      return [{ kind: 'control', form: 'account-delegation', owner, to }]
    default:
      return []
  }
}

function assetOf({ token, tokenId, amount }: ActivityMove): Asset {
  if (token === '') return { standard: 'native', token: undefined, amount: BigInt(amount), ids: [] }
  const ids = tokenId === undefined ? [] : [BigInt(tokenId)]
  return { standard: tokenId === undefined ? 'erc20' : 'erc721', token, amount: BigInt(amount), ids }
}

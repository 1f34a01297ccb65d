import { PERMIT2 } from '../../chain/simulation/questions.ts'
import type { Asset } from '../../risk/actions/actions.ts'
import type { Deed } from '../../risk/bystanders.ts'
import type { Executed, Spend } from '../../risk/chain/executed.ts'
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
  const spends = activities.filter(({ kind }) => kind === 'allowance-spent')
  return {
    executed: { isOwn: senders.size > 0, spends: spends.map((activity) => spendOf(activity, followed)) },
    deeds: activities.filter(({ address }) => !senders.has(address)).flatMap(deedsOf),
  }
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

/** Permit2 moves what a signature allows its caller to take. */
function spenderOf(other: string | undefined, { matched: { transaction } }: Followed): string {
  const { from, to } = transaction
  if (other !== undefined && other !== PERMIT2) return other
  return to === undefined || to === PERMIT2 ? from : to
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
    case 'upgraded':
      return [{ kind: 'control', form: 'upgrade', owner, to }]
    case 'owners-changed':
      return [{ kind: 'control', form: 'ownership', owner, to }]
    default:
      return []
  }
}

function assetOf({ token, tokenId, amount }: ActivityMove): Asset {
  if (token === '') return { standard: 'native', token: undefined, amount: BigInt(amount), ids: [] }
  const ids = tokenId === undefined ? [] : [BigInt(tokenId)]
  return { standard: tokenId === undefined ? 'erc20' : 'erc721', token, amount: BigInt(amount), ids }
}

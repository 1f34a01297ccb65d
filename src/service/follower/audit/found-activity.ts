import type { MatchedTransaction } from '../../chain/blocks/block.ts'
import { ZERO_ADDRESS } from '../../risk/types.ts'
import type { Activity, ActivityMove } from '../activity/activity.ts'
import type { InternalTransfer } from './internal-transfers.ts'

const MAX_MOVES = 12

/** Blocks in which it is, when it is not known in which one: from `notBefore` to `number`. */
export interface Place {
  readonly number: number
  readonly notBefore: number | undefined
}

/** Native currency that inner calls of one transaction move. */
export function internalActivity(
  address: string,
  matched: MatchedTransaction,
  transfers: readonly InternalTransfer[],
): Activity {
  const moves = transfers
    .flatMap(({ from, to, amount }): ActivityMove[] => {
      if (from === to) return []
      const isOut = from === address
      return [{ token: '', amount: String(amount), direction: isOut ? 'out' : 'in', other: isOut ? to : from }]
    })
    .sort((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? 1 : -1))
  const kind = netOf(address, transfers) < 0n ? 'sent' : 'received'
  const [largest] = moves.filter(({ direction }) => (direction === 'out') === (kind === 'sent'))
  return {
    address,
    kind,
    transaction: { ...matched, candidates: [address] },
    details: {
      moves: moves.slice(0, MAX_MOVES),
      ...(largest && { other: largest.other }),
      note: 'by a call inside of the transaction',
    },
  }
}

/** Wei that an account has more by some transfers. */
export function netOf(address: string, transfers: readonly InternalTransfer[]): bigint {
  return transfers.reduce(
    (net, { from, to, amount }) => net + (to === address ? amount : 0n) - (from === address ? amount : 0n),
    0n,
  )
}

/** What the only transaction of the account in a block leaves to it, by its balance. */
export function ownActivity(address: string, matched: MatchedTransaction, amount: bigint): Activity {
  const { to } = matched.transaction
  return {
    address,
    kind: 'received',
    transaction: { ...matched, candidates: [address] },
    details: {
      moves: [
        { token: '', amount: String(amount), direction: 'in', other: to ?? matched.receipt.created ?? ZERO_ADDRESS },
      ],
      note: 'by the balance after its own transaction; the node gives no trace',
    },
  }
}

/** @param surplus wei that the account has more, or less, than its transactions explain: the other side is unknown */
export function balanceActivity(address: string, surplus: bigint, hasTrace: boolean, place: Place): Activity {
  const amount = String(surplus < 0n ? -surplus : surplus)
  const reason = hasTrace
    ? 'no transaction or inner call shows why'
    : 'no transaction shows why, and the node gives no trace'
  return {
    address,
    kind: 'unexplained-balance',
    transaction: undefined,
    details: {
      moves: [{ token: '', amount, direction: surplus < 0n ? 'out' : 'in', other: ZERO_ADDRESS }],
      note: `${reason}${rangeText(place)}`,
    },
  }
}

/** @param surplus transactions that the nonce counts and that were not seen */
export function nonceActivity(address: string, surplus: number, place: Place): Activity {
  const transactions = surplus === 1 ? 'a transaction that was' : `${surplus} transactions that were`
  return {
    address,
    kind: 'nonce-jumped',
    transaction: undefined,
    details: {
      note: `the nonce counts ${transactions} not seen, which a fault of the node or of this service can cause, too${rangeText(place)}`,
    },
  }
}

function rangeText({ number, notBefore }: Place): string {
  return notBefore === undefined || notBefore === number ? '' : `; in one of the blocks ${notBefore} to ${number}`
}

import type { MinedTransaction } from '../../chain/blocks/block.ts'
import { gainOf } from '../../evm/holdings.ts'
import { ZERO_ADDRESS } from '../../evm/words.ts'
import { type Activity, type ActivityDetails, type ActivityMove, MAX_MOVES, nativeMove } from '../activity/activity.ts'
import { unique } from '../activity/details.ts'
import type { InternalTransfer } from './internal-transfers.ts'

/** Blocks in which it is, when it is not known in which one: from `notBefore` to `number`. */
export interface ActivityPlace {
  readonly number: number
  readonly notBefore: number | undefined
}

/** Describes native currency that inner calls of one transaction move. */
export function internalActivity(
  address: string,
  mined: MinedTransaction,
  transfers: readonly InternalTransfer[],
): Activity {
  const moves = transfers
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, amount }) => (from === address ? nativeMove(-amount, to) : nativeMove(amount, from)))
    .sort((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? 1 : -1))
  const kind = gainOf(address, transfers) < 0n ? 'sent' : 'received'
  const [largest] = moves.filter(({ direction }) => (direction === 'out') === (kind === 'sent'))
  return {
    address,
    kind,
    mined,
    details: {
      moves: moves.slice(0, MAX_MOVES),
      ...(largest && { other: largest.other }),
      notes: [{ code: 'inner-call' }],
    },
  }
}

/**
 * Gives what was known of an activity, with moves of inner calls. Some of these are known already: a transaction to a
 * Safe shows what it pays. Undefined: all of them are.
 */
export function withInnerMoves(known: ActivityDetails, inner: ActivityDetails): ActivityDetails | undefined {
  const { moves: before = [] } = known
  const open = before.map(keyOfMove)
  const added = (inner.moves ?? []).filter((move) => {
    const at = open.indexOf(keyOfMove(move))
    if (at >= 0) open.splice(at, 1)
    return at < 0
  })
  if (added.length === 0) return undefined
  // Where there are too many, some of both stay.
  const room = Math.max(MAX_MOVES / 2, MAX_MOVES - before.length)
  return {
    ...inner,
    ...known,
    moves: [...added.slice(0, room), ...before].slice(0, MAX_MOVES),
    notes: unique([...(known.notes ?? []), ...(inner.notes ?? [])]),
  }
}

function keyOfMove({ token, tokenId = '', amount, direction, other }: ActivityMove): string {
  return `${token} ${tokenId} ${amount} ${direction} ${other}`
}

/**
 * Reports a change of a balance that nothing explains.
 * @param surplus wei that the account has more, or less, than its transactions explain: the other side is unknown
 */
export function balanceActivity(address: string, surplus: bigint, hasTrace: boolean, place: ActivityPlace): Activity {
  return {
    address,
    kind: 'unexplained-balance',
    mined: undefined,
    details: {
      moves: [nativeMove(surplus, ZERO_ADDRESS)],
      notes: [{ code: 'balance-unexplained', hasTrace, ...blocksOf(place) }],
    },
  }
}

/** Reports transactions that were not seen. @param surplus transactions that the nonce counts and that were not seen */
export function nonceActivity(address: string, surplus: number, place: ActivityPlace): Activity {
  return {
    address,
    kind: 'nonce-jumped',
    mined: undefined,
    details: {
      notes: [{ code: 'transactions-unseen', count: surplus, ...blocksOf(place) }],
    },
  }
}

function blocksOf({ number, notBefore }: ActivityPlace) {
  return notBefore !== undefined && notBefore !== number && { firstBlock: notBefore, lastBlock: number }
}

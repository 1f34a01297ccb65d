/** Room: What the transactions and logs of a block mean for monitored addresses. */

import type { ActivityNote } from '../../../api/text/notes.ts'
import type { ChainEventKind } from '../../../api/vocabulary.ts'
import { magnitude } from '../../../shared/bigints.ts'
import type { MinedTransaction } from '../../chain/blocks/block.ts'
import type { AllowanceKind } from '../../evm/allowance.ts'
import { NATIVE } from '../../evm/asset.ts'
import type { AssetAmount } from '../../evm/holdings.ts'

/**
 * What happens to a monitored address in a block. `poison`: a transfer in its name or to it that only leaves a lookalike or
 * an imitated token in its history.
 */
export interface Activity {
  /** Lower case. */
  readonly address: string
  readonly kind: ChainEventKind | 'poison'
  /** Absent when it belongs to no transaction. */
  readonly mined: MinedTransaction | undefined
  readonly details: ActivityDetails
  /** It only brings next to nothing, or tokens on no list: anyone can trigger it repeatedly at low cost. */
  readonly isPetty?: true
}

/** These details say what a chain event is about. Addresses are in lower case, amounts in base units, decimal. */
export interface ActivityDetails {
  /** What moves, at most `MAX_MOVES`, the largest known value first. */
  readonly moves?: readonly ActivityMove[]
  /** The other side: spender, operator, delegate, new owner, sender of a payment. */
  readonly other?: string
  /** For allowances: the token, and the amount that holds afterwards; absent: all (an operator). */
  readonly token?: string
  readonly amount?: string
  /** The rights that others got or used, as far as they are known, at most 12. */
  readonly rights?: readonly ActivityRight[]
  /** What else is known. */
  readonly notes?: readonly ActivityNote[]
  /** Set for poison: an address that the monitored one paid in the last 90 days, and that `other` looks like. */
  readonly imitates?: string
  /** It is the sender's own transaction that failed. */
  readonly failed?: true
  /** One of many small payments of its block: not validated, and reported in a digest only. */
  readonly counted?: true
}

/** A right over assets of the account, which its owner can revoke. */
export interface ActivityRight {
  readonly kind: AllowanceKind
  readonly token: string
  readonly spender: string
  /** The item, where the right is over one. */
  readonly tokenId?: string
}

export const MAX_MOVES = 12

export interface ActivityMove {
  /** Token contract in lower case; `NATIVE` for the native currency. */
  readonly token: string
  /** The item, where one moves. */
  readonly tokenId?: string
  readonly amount: string
  readonly direction: 'out' | 'in'
  /** Where it goes, or comes from. */
  readonly other: string
}

/** Describes native currency that an address gets, or gives where the amount (wei) is negative. */
export function nativeMove(amount: bigint, other: string): ActivityMove {
  return { token: NATIVE, amount: String(magnitude(amount)), direction: amount < 0n ? 'out' : 'in', other }
}

/** Gives what an address gets or gives by a move. A move does not say of which standard an item is. */
export function changeBy({ token, tokenId, amount, direction }: ActivityMove): AssetAmount {
  const standard = tokenId === undefined ? (token === NATIVE ? 'native' : 'erc20') : 'erc721'
  const id = tokenId === undefined ? undefined : BigInt(tokenId)
  return { standard, token, id, amount: direction === 'out' ? -BigInt(amount) : BigInt(amount) }
}

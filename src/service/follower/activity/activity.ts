import type { ActivityNote } from '../../../api/text/notes.ts'
import type { ChainEventKind } from '../../../api/vocabulary.ts'
import type { MinedTransaction } from '../../chain/blocks/block.ts'
import type { AllowanceKind } from '../../evm/allowance.ts'

/**
 * What happens to a monitored address in a block. `poison`: a transfer in its name or to it that only leaves a lookalike or
 * an imitated token in its history.
 */
export interface Activity {
  /** Lower case. */
  readonly address: string
  readonly kind: ChainEventKind | 'poison'
  /** Undefined: it belongs to no transaction. */
  readonly mined: MinedTransaction | undefined
  readonly details: ActivityDetails
  /** It only brings next to nothing, or tokens on no list: anyone can trigger it repeatedly at low cost. */
  readonly isPetty?: true
}

/** The column `content` of a chain event holds these details. Addresses are in lower case, amounts in base units, decimal. */
export interface ActivityDetails {
  /** What moves, at most 12, the largest known value first. */
  readonly moves?: readonly ActivityMove[]
  /** The other side: spender, operator, delegate, new owner, sender of a payment. */
  readonly other?: string
  /** For allowances: the token, and the amount that holds afterwards; absent: all (an operator). */
  readonly token?: string
  readonly amount?: string
  /** The rights that others got or used, as far as they are known, at most 12. Absent in rows of older versions. */
  readonly rights?: readonly ActivityRight[]
  /** What else is known. */
  readonly notes?: readonly ActivityNote[]
  /** Of poison: an address that the monitored one paid in the last 90 days, and that `other` looks like. */
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
  /** Of an item. */
  readonly tokenId?: string
}

export interface ActivityMove {
  /** '' for the native currency. */
  readonly token: string
  /** Of an item. */
  readonly tokenId?: string
  readonly amount: string
  readonly direction: 'out' | 'in'
  /** Where it goes, or comes from. */
  readonly other: string
}

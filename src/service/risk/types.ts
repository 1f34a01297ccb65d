import type { ScoreDetail } from '../../api/schemas/transaction.ts'
import type { Category, SubCategory } from '../../api/vocabulary.ts'
import type { IntelRecord } from './evidence.ts'

/** A transaction as the engine reads it. Addresses in any case: the engine compares and answers in lower case. */
export interface Transaction {
  readonly chainId: string
  readonly from: string
  /** Undefined: contract creation. */
  readonly to: string | undefined
  /** Wei. */
  readonly value: bigint
  /** 0x and hex digits; `0x` when there is none. */
  readonly data: string
  /** Of a type 4 transaction. */
  readonly authorizations?: readonly Authorization[]
}

/** A signed EIP-7702 authorisation that comes with a transaction. */
export interface Authorization {
  /** '0': holds on every chain. */
  readonly chainId: string
  /** The delegate, whose code the account runs from then on; the zero address takes a delegation back. */
  readonly address: string
  readonly nonce: bigint
}

/**
 * What an address is in a transaction. `delegate` is code that runs as an account's own, `market` where an order is
 * fulfilled and `beneficiary` who gets what it takes; `named` stands in the arguments without a part that we know,
 * `revoked` only loses rights it was given before, `called` is known from a trace only.
 */
export type Role =
  | 'sender'
  | 'target'
  | 'token'
  | 'market'
  | 'recipient'
  | 'spender'
  | 'operator'
  | 'beneficiary'
  | 'implementation'
  | 'new-owner'
  | 'module'
  | 'delegate'
  | 'owner'
  | 'named'
  | 'revoked'
  | 'called'

/** An address that matters for the verdict. There is one subject an address, with the strongest of its roles. */
export interface Subject {
  readonly address: string
  readonly role: Role
  /** Reached inside the call: neither the transaction's own from nor its to. */
  readonly internal: boolean
}

/** One detector's statement about one subject, on one piece of evidence. */
export interface Finding {
  /** Id of the detector. */
  readonly rule: string
  readonly category: Category
  readonly subCategory: SubCategory
  /** 0–100, before caps. */
  readonly points: number
  /** Length of the shortest known path from the subject to the flagged address; 0 is the subject itself. */
  readonly hops: number
  /** Address the finding is about; '' when it is about the call as a whole, which no list entry can vouch for. */
  readonly subject: string
  readonly role: Role | ''
  /** What is said of the subject, to stand after "is": "listed as …". A sentence of its own when there is no subject. */
  readonly text: string
  readonly source: string
  /** What would change it. */
  readonly flip: string
  /** Control list entry it rests on. */
  readonly entryId?: string
  /** A good name does not hold it down: the danger is in what the well-known address is for. */
  readonly despiteGoodName?: true
}

/** A finding after caps: `points` is what it set. */
export interface ScoredFinding extends Finding {
  /** ALLOW entry that holds it down. */
  readonly cappedBy?: string
  /** Fact about the address that holds it down. */
  readonly vouchedBy?: IntelRecord
}

/** Every member of the contract's score detail, `hops` always there. */
export type Detail = Required<ScoreDetail>

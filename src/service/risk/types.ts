import type { ScoreDetail } from '../../api/schemas/transaction.ts'
import type { Role } from '../../api/text/roles.ts'
import type { Category, SubCategory } from '../../api/vocabulary.ts'
import type { IntelRecord } from './evidence.ts'

/** Input of the engine. Addresses in any case; results are in lower case. */
export interface Transaction {
  readonly chainId: string
  readonly from: string
  /** Absent when it creates a contract. */
  readonly to: string | undefined
  /** Wei. */
  readonly value: bigint
  /** 0x and hex digits; `0x` when empty. */
  readonly data: string
  /** Set for a type 4 transaction. */
  readonly authorizations?: readonly Authorization[]
}

/** A signed EIP-7702 authorization in the transaction. */
export interface Authorization {
  /** '0': valid on every chain. */
  readonly chainId: string
  /** The delegate whose code the account runs; the zero address revokes a delegation. */
  readonly address: string
  readonly nonce: bigint
}

/** An address that the verdict considers, with the strongest of its roles. One subject per address. */
export interface Subject {
  readonly address: string
  readonly role: Role
  /** Neither `from` nor `to` of the transaction. */
  readonly internal: boolean
  /** Where it takes part: who receives on another chain does so there; `ANY_CHAIN`: on one that is not known. Absent: on this one. */
  readonly chains?: readonly string[]
}

/** What one detector finds about one subject from one piece of evidence. */
export interface Finding {
  /** Id of the detector. */
  readonly rule: string
  readonly category: Category
  readonly subCategory: SubCategory
  /** 0–100, before caps. */
  readonly points: number
  /** Transfers from the subject to the flagged address; 0: the subject itself. */
  readonly hops: number
  /** The addresses of these transfers after the subject, the flagged one last. */
  readonly path?: readonly string[]
  /** '' when the finding is about the call as a whole, which no list entry caps. */
  readonly subject: string
  readonly role: Role | ''
  /** Follows the subject: "is listed as …". A whole sentence when there is no subject. */
  readonly text: string
  readonly source: string
  /** What to do to change the finding, in the imperative. */
  readonly flip: string
  /** Control list entry that causes it. */
  readonly entryId?: string
  /** A benign record does not cap it: the danger is in what the known contract does. */
  readonly evenIfTrusted?: true
  /** Its points are low only because the subject is a contract that was there some days ago: such a verdict is not SAFE. */
  readonly isKnownByAge?: true
  /** Its points are low, and yet nothing vouches for the subject: such a verdict is NO DATA. */
  readonly isUnvouched?: true
}

/** A finding after caps: `points` is the capped value. */
export interface ScoredFinding extends Finding {
  /** ALLOW entry that caps it. */
  readonly cappedBy?: string
  /** Benign record that caps it. */
  readonly trustedBy?: IntelRecord
}

/** Score detail of the contract with all members. */
export type Detail = Required<ScoreDetail>

/** How a text names an address. */
export type AddressText = (address: string) => string

export const inLowerCase: AddressText = (address) => address

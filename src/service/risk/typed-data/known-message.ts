import type { Action, DecodedCall } from '../actions/actions.ts'
import type { InnerCall } from '../decode/unwrap/inner-call.ts'
import type { ArrivesOn } from './message-facts.ts'
import type { Protocol } from './protocols.ts'
import type { TypedMessage } from './typed-message.ts'

/** A message with its signer, on the contract that accepts it. Addresses in lower case. */
export interface SignedMessage extends TypedMessage {
  readonly signer: string
  /** The verifying contract. */
  readonly contract: string
}

/** What a message amounts to: actions of its own, calls that it allows, or neither. */
export interface Meaning {
  /** `call` is the message itself as a call to the verifying contract. */
  actions?(call: DecodedCall): readonly Action[]
  /** Calls that the signature makes possible. */
  readonly calls?: readonly InnerCall[]
  /** Last second (Unix time) of the signature, or of the right that it gives. */
  readonly until?: bigint
  /** Why it cannot be known what is signed: a whole sentence. */
  readonly unreadable?: string
  /** What the message names by a hash, or as code that decides later, without a period: the verdict is NO DATA at best. */
  readonly hides?: string
  /** The chain on which the output arrives, by its id, and the member that names it. */
  readonly arrivesOn?: ArrivesOn
  /** Names of members with which nothing can be lost, with any addresses. */
  readonly harmless?: readonly string[]
  /** More to know before signing: whole sentences. */
  readonly remarks?: readonly string[]
  /** A struct in the message that is signed for another account (ERC-7739). */
  readonly nested?: { readonly message: TypedMessage; readonly account: string }
}

/** A kind of message whose meaning is known. */
export interface KnownMessage {
  /** Its encodeType, as the contracts have it; or a test where that varies. */
  readonly type: string | ((message: TypedMessage) => boolean)
  /** Where type and meaning are published. */
  readonly source: string
  /** Whose contracts accept it; absent: any contract, such as each token. */
  readonly protocol?: Protocol
  /** Gives away nothing with any values. */
  readonly harmless?: true
  /** Account whose assets or rights it is about, where the message names one. */
  signer?(message: TypedMessage): string | undefined
  /** What that account is, where its owners sign for it. */
  readonly account?: 'Safe'
  meaning(message: SignedMessage): Meaning
}

/** The signer is the value of this member. */
export function signerIn(member: string): (message: TypedMessage) => string | undefined {
  return ({ message }) => {
    const value = message[member]
    return typeof value === 'string' ? value : undefined
  }
}

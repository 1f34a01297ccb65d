import type { Action, DecodedCall } from '../actions/actions.ts'
import type { InnerCall } from '../decode/unwrap/inner-call.ts'
import type { Effect, InnerCallData, Path } from '../effects/effect.ts'
import type { TypedMessage } from './typed-message.ts'

/** A message with its signer, on the contract that accepts it. Addresses in lower case. */
export interface SignedMessage extends TypedMessage {
  readonly signer: string
  /** The account whose signature it is, where the message names none. */
  readonly actor: string
  /** The verifying contract. */
  readonly contract: string
}

/** What a message amounts to: actions of its own, calls that it allows, or neither. */
export interface Meaning {
  /** `call` is the message itself as a call to the verifying contract. */
  readonly actions?: ((call: DecodedCall) => readonly Action[]) | undefined
  /** Calls that the signature makes possible. */
  readonly calls?: readonly InnerCall[] | undefined
  /** Last second (Unix time) of the signature, or of the right that it gives. */
  readonly until?: bigint | undefined
  /** Why it cannot be known what is signed: a whole sentence. */
  readonly unreadable?: string | undefined
  /** What the message names by a hash, or as code that decides later, without a period: the verdict is NO DATA at best. */
  readonly hides?: string | undefined
  /** The chain on which the output arrives, by its id, and the member that names it: `message.bridge.destinationChainId`. */
  readonly arrivesOn?: { readonly chain: bigint; readonly path: string } | undefined
  /** Members with which nothing can be lost, with any addresses. */
  readonly harmless?: readonly Path[] | undefined
  /** More to know before signing: whole sentences. */
  readonly remarks?: readonly string[] | undefined
  /** A struct in the message that is signed for another account (ERC-7739). */
  readonly nested?: { readonly message: TypedMessage; readonly account: string }
}

/** A protocol whose contracts accept signed messages, at addresses that its documentation publishes. */
export interface Protocol {
  readonly name: string
  /** Names in its signing domain. */
  readonly domainNames: readonly string[]
  /** Lower case, all versions. */
  readonly contracts: readonly string[]
  /** Numbers for the chain in its signing domain that stand for the protocol instead of a chain. */
  readonly chains?: readonly string[] | undefined
}

/**
 * What a kind of message does, in the words of the effects of functions: a path leads to a member of the message, and `@contract` is
 * the verifying contract. `data/messages` has a row for each. Without effects and without what is hidden or read by code it gives
 * away nothing with any values.
 */
export interface MessageRow {
  /** Its encodeType, as the contracts have it. */
  readonly type?: string
  /** Where the type varies: a regular expression that fits all of them. */
  readonly matches?: string
  /** The name of the domain, which has no contract. */
  readonly domain?: string
  /** Account whose assets or rights it is about, where the message names one. */
  readonly signer?: Path
  /** What that account is, where its owners sign for it. */
  readonly account?: 'Safe'
  /** Absent: it allows calls, or code reads it. */
  readonly effects?: readonly Effect[]
  /** The calls that it allows, in its members. */
  readonly calls?: readonly InnerCallData[]
  /** The code that reads what no effect can say, by its name in `messages/readers.ts`. */
  readonly reads?: string
  /** Last second (Unix time) of the signature, or of the right that it gives; of several the latest. */
  readonly until?: Path
  /** What zero means there: the message names no end, or the end never comes. Absent: a date that is past. */
  readonly zero?: 'open' | 'never'
  /** A content that is not in the message; with `in` only where one of these members is not empty. */
  readonly hides?: { readonly content: string; readonly in?: readonly Path[] }
  /** Why it cannot be known what is signed: a whole sentence. */
  readonly unreadable?: string
  /** Members with which nothing can be lost, with any addresses. */
  readonly harmless?: readonly Path[]
  /** More to know before signing: a whole sentence. */
  readonly remark?: string
  /** Where type and meaning are published. */
  readonly source: string
}

/** A row with the contracts that accept the message. */
export interface KnownMessage extends MessageRow {
  /** Absent: any contract, such as each token. */
  readonly protocol?: Protocol | undefined
}

/** Reads what no effect can say. */
export type ReadMeaning = (message: SignedMessage, row: KnownMessage) => Meaning

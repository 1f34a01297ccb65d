import type { MissingData } from '../../../api/text/missing.ts'
import type { KnownMessage, Meaning } from './known-message.ts'
import type { NamedMember } from './named-members.ts'
import type { Domain } from './typed-message.ts'

/** What detectors, coverage and explanation read of a signed message, beyond its calls and actions. */
export interface MessageFacts extends Pick<Meaning, 'unreadable' | 'hides' | 'arrivesOn' | 'until'> {
  /** unknown: nothing is known about what its signature allows · harmless: it gives nothing away. */
  readonly reading: 'known' | 'harmless' | 'unknown'
  /** Primary type, or `Authorization` (EIP-7702). */
  readonly name: string
  readonly domain: Domain
  /** What acts, where it is not the person who signs. */
  readonly account?: KnownMessage['account'] | undefined
  /** Whose contracts accept such messages; absent: any contract. */
  readonly protocol?: KnownMessage['protocol']
  /** Chain that the caller named, where the message is for another one. */
  readonly otherChain?: { readonly given: string; readonly signed: string }
  /** It names no chain, or one that is neither listed nor defined: nothing is known of addresses there. */
  readonly lacksChain: boolean
  /** The signature counts on every chain. */
  readonly isEverywhere: boolean
  /** A known message without a verifying contract: no contract accepts it, or it is unknown which. */
  readonly lacksContract: boolean
  /** Addresses in its members. */
  readonly members: readonly NamedMember[]
  /** What to know before signing, whole sentences, such as how long a signature is valid. */
  readonly remarks: readonly string[]
  /** The fields of an unknown message that are signed, as one text; those that a public descriptor shows, where there is one. */
  readonly fields?: readonly [string]
  readonly missing: readonly MissingData[]
}

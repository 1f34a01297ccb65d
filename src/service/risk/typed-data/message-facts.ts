import type { MissingData } from '../../../api/text/missing.ts'
import type { NamedMember } from './named-members.ts'
import type { Protocol } from './protocols.ts'
import type { Domain } from './typed-message.ts'

/** Another chain that a message names. */
export interface ArrivesOn {
  readonly chain: bigint
  /** Of the member. */
  readonly path: string
}

/** What detectors, coverage and explanation read of a signed message, beyond its calls and actions. */
export interface MessageFacts {
  /** unknown: nothing is known about what its signature allows · harmless: it gives nothing away. */
  readonly reading: 'known' | 'harmless' | 'unknown'
  /** Primary type, or `Authorization` (EIP-7702). */
  readonly name: string
  readonly domain: Domain
  /** What acts, where it is not the person who signs. */
  readonly account?: 'Safe'
  /** Whose contracts accept such messages; absent: any contract. */
  readonly protocol?: Protocol
  /** Chain that the caller named, where the message is for another one. */
  readonly otherChain?: { readonly given: string; readonly signed: string }
  /** A known message without a verifying contract: no contract accepts it, or it is unknown which. */
  readonly lacksContract: boolean
  /** Why it cannot be known what is signed. */
  readonly unreadable?: string
  /** A part of it is not in the message: the verdict is NO DATA at best. */
  readonly hides?: string
  /** The chain on which the output arrives. */
  readonly arrivesOn?: ArrivesOn
  /** Last second (Unix time) of the signature. */
  readonly until?: bigint
  /** Addresses in its members. */
  readonly members: readonly NamedMember[]
  /** What to know before signing, whole sentences, such as how long a signature is valid. */
  readonly remarks: readonly string[]
  /** Of an unknown message, the fields that are signed, as one text. */
  readonly fields?: readonly [string]
  /** The fields are those of a public descriptor. */
  readonly isDescribed?: true
  readonly missing: readonly MissingData[]
}

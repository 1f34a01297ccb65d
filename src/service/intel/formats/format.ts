import type { IntelKind, IntelRecord } from '../../risk/evidence.ts'
import type { AddressReading } from './address.ts'

/** One file of a feed, as its reader sees it. */
export interface FeedFile {
  /** Whole path, or the path of a URL, with `/` between its parts; '' for stdin. Some feeds say the chain in it. */
  readonly path: string
  /** UTF-8, in pieces of any length. */
  readonly text: AsyncIterable<string>
  /** Where the addresses are when the feed does not say; undefined: as the format decides. */
  readonly chainIds: readonly string[] | undefined
}

/** What one row of a feed says about one address, or about a function selector. */
export interface FeedRecord {
  /** Address or selector, lower case, with 0x. */
  readonly key: string
  /** Empty: every chain. */
  readonly chainIds: readonly string[]
  readonly kind: IntelKind | 'signature'
  readonly subCategory?: NonNullable<IntelRecord['subCategory']>
  readonly severity?: number
  readonly label: string
  /** Of a token. */
  readonly symbol?: string
  readonly name?: string
  /** The source is the authority on it. Other tokens are compared with canonical ones by symbol and name. */
  readonly canonical?: boolean
  /** Something that others imitate: other addresses are compared with its first and last digits. */
  readonly imitable?: boolean
}

/** A row that was kept, with at least one record, or why it was not. */
export type Row<R = FeedRecord> = { readonly records: readonly [R, ...R[]] } | Rejected

export interface Rejected {
  readonly rejected: string
  /** It is not what the format says; otherwise it is, and there is nothing in it for us. */
  readonly isMalformed: boolean
  /** The row, for people. */
  readonly text: string
}

/** One kind of feed: bytes in, records out. Network, storage and clock are elsewhere. */
export interface Format<R = FeedRecord> {
  /** Whether a file of a folder is part of the feed, by its path. */
  isPart(path: string): boolean
  /**
   * The rows of a file, a batch at a time.
   * @throws WardenError `not-this-format` when the file as a whole is something else
   */
  read(file: FeedFile): AsyncIterable<readonly Row<R>[]>
  /** Age after which a snapshot is told as old when nobody said (ms). */
  readonly maxAgeMs?: number
}

const SHOWN = 120

export function kept<R = FeedRecord>(first: R, ...rest: R[]): Row<R> {
  return { records: [first, ...rest] }
}

/** Kept when there is anything in it. */
export function keptIfAny(records: readonly FeedRecord[], reason: string, raw: unknown): Row {
  const [first, ...rest] = records
  return first ? kept(first, ...rest) : useless(reason, raw)
}

/** A row that is not what the format says. */
export function malformed(reason: string, raw: unknown): Rejected {
  return { rejected: reason, isMalformed: true, text: shorten(raw) }
}

/** A good row that says nothing we could use. */
export function useless(reason: string, raw: unknown): Rejected {
  return { rejected: reason, isMalformed: false, text: shorten(raw) }
}

/** A row whose address cannot be used. */
export function unread({ fault, isMalformed }: Extract<AddressReading, { fault: string }>, raw: unknown): Rejected {
  return isMalformed ? malformed(fault, raw) : useless(fault, raw)
}

function shorten(raw: unknown): string {
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

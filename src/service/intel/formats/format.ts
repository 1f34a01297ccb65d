/**
 * Room: Feeds: one importer a format.
 *
 * Bytes to records, without I/O.
 */

import type { IntelKind, IntelSubCategory } from '../../../api/vocabulary.ts'
import type { OtherAddress } from '../../../shared/addresses/other-chains.ts'
import { shortened } from '../../../shared/text/shortened.ts'

export interface FeedFile {
  /** Absolute path, or the path of a URL, separated by `/`; '' for stdin. Some feeds name the chain in it. */
  readonly path: string
  /** In chunks of any length. */
  readonly text: AsyncIterable<string>
  /** Chains of addresses for which the feed names none; undefined: the format decides. */
  readonly chainIds: readonly string[] | undefined
}

/** What a row says about one address or function selector. */
export interface FeedRecord {
  /** Address or selector, lower case, with 0x; an address of another chain as its text. */
  readonly key: string
  /** Empty: every chain. Of an address of another chain the code of its currency, such as BTC; empty: it is not known. */
  readonly chainIds: readonly string[]
  readonly kind: IntelKind | 'signature'
  readonly subCategory?: IntelSubCategory
  readonly severity?: number
  readonly label: string
  readonly symbol?: string
  readonly name?: string
  /** Decimals of a token, 0–255. */
  readonly decimals?: number
  /** The source is authoritative: other tokens are compared with the symbol and name of this one. */
  readonly canonical?: boolean
  /** A target of imitation: other addresses are compared with its first and last digits. */
  readonly imitable?: boolean
}

/** The records of a row, or why it was rejected. */
export type FeedTableRow<R = FeedRecord> = Kept<R> | Rejected

interface Kept<R> {
  readonly records: readonly [R, ...R[]]
  /** It is kept as text, though it is no address of its chain: what is wrong, and with which. */
  readonly invalid?: Pick<Rejected, 'rejected' | 'text'>
}

export interface Rejected {
  readonly rejected: string
  /** The row violates the format; false: it is valid but has no use here. */
  readonly isMalformed: boolean
  /** The row, shortened for display. */
  readonly text: string
}

/** A feed format: text in, records out, without network, storage and clock. */
export interface FormatReader<R = FeedRecord> {
  /** Selects the files of a folder that belong to the feed. */
  isPart(path: string): boolean
  /**
   * The rows of a file, a batch at a time.
   * @throws WardenError `not-this-format` when the file as a whole is something else
   */
  read(file: FeedFile): AsyncIterable<readonly FeedTableRow<R>[]>
  /** Default age at which a snapshot counts as stale (ms). */
  readonly maxAgeMs?: number
}

/** Shown characters of a rejected row. */
const SHOWN = 120

export function kept<R = FeedRecord>(first: R, ...rest: R[]): FeedTableRow<R> {
  return { records: [first, ...rest] }
}

/** What a list says of an address that it accuses. @param chainIds undefined: every chain */
export function accused(
  key: string,
  chainIds: readonly string[] = [],
  what: Pick<FeedRecord, 'severity' | 'label'> & Pick<Partial<FeedRecord>, 'subCategory'>,
): FeedRecord {
  return { key, chainIds, kind: 'malicious', subCategory: 'maliciousInteraction', ...what }
}

/** What the words of a list accuse an address of. */
export function accusationIn(words: string): IntelSubCategory {
  return /\brug\b/i.test(words) ? 'rugPullInteraction' : 'maliciousInteraction'
}

/** Keeps an address of another chain as text, also one that is no address of its chain. */
export function keptAsText(
  { text, chain, isInvalid }: OtherAddress,
  what: Omit<FeedRecord, 'key' | 'chainIds'>,
): FeedTableRow {
  const records: [FeedRecord] = [{ ...what, key: text, chainIds: chain === undefined ? [] : [chain] }]
  return isInvalid ? { records, invalid: { rejected: `not a valid ${chain} address`, text } } : { records }
}

/** Rejects a row without records as irrelevant. */
export function keptIfAny(records: readonly FeedRecord[], reason: string, raw: unknown): FeedTableRow {
  const [first, ...rest] = records
  return first ? kept(first, ...rest) : irrelevant(reason, raw)
}

/** Rejects a row that violates the format. */
export function malformed(reason: string, raw: unknown): Rejected {
  return { rejected: reason, isMalformed: true, text: shorten(raw) }
}

/** Rejects a valid row that has no use here. */
export function irrelevant(reason: string, raw: unknown): Rejected {
  return { rejected: reason, isMalformed: false, text: shorten(raw) }
}

/** Rejects a row about a chain that is not supported. */
export function noChain(chain: unknown, raw: unknown): Rejected {
  const text = typeof chain === 'object' ? '' : String(chain).trim()
  return irrelevant(`unsupported chain ${text.slice(0, 20) || '(none)'}`, raw)
}

function shorten(raw: unknown): string {
  return shortened(typeof raw === 'string' ? raw : jsonOf(raw), SHOWN)
}

/** What a feed nests too deeply, or in itself, has no JSON. */
function jsonOf(raw: unknown): string {
  try {
    return JSON.stringify(raw)
  } catch {
    return Array.isArray(raw) ? '[…]' : '{…}'
  }
}

import type { IntelKind, IntelSubCategory } from '../../../api/vocabulary.ts'

/** A source and its active snapshot. */
export interface IntelSourceRow {
  name: string
  format: string
  /** The active generation; entries of other generations are invisible. */
  generation: number
  /** Rows of the feed, kept and rejected. */
  rows_read: number
  rows_kept: number
  rows_rejected: number
  /** JSON: reasons for rejected rows with counts and examples. */
  rejections: string
  /** JSON: the same of kept rows whose address of another chain is invalid. */
  invalid: string
  entries: number
  imported_at: number
  /** Last time the snapshot was known to be current. */
  as_of: number
  max_age_ms: number | null
  /** JSON array: chains of addresses for which the feed names none; null: the format decides. */
  chain_ids: string | null
  url: string | null
  etag: string | null
  last_modified: string | null
}

/** A feed that is fetched by name. */
export interface EnabledFeedRow {
  /** Name of the source. */
  name: string
  format: string
  /** JSON array; the files of the feed. */
  urls: string
  interval_ms: number
  max_age_ms: number
  /** How far back stored transactions are compared with what is new in it; null: they are not. */
  rescreen_ms: number | null
  enabled_at: number
  next_at: number
  succeeded_at: number | null
  /** Since the last success. */
  failures: number
  failed_at: number | null
  error_code: string | null
  error: string | null
}

/** A snapshot, active or not. Imports run one at a time, so the ids of its entries are consecutive. */
export interface IntelGenerationRow {
  id: number
  source: string
  first_entry: number
  /** Below `first_entry` while the snapshot is empty. */
  last_entry: number
  started_at: number
}

export interface IntelEntryRow {
  id: number
  generation: number
  /** 20 bytes of an address, 4 bytes of a function selector, or the text of an address of another chain, which has more. */
  key: Uint8Array
  /** JSON array of chain ids; [] is every chain. */
  chain_ids: string
  kind: IntelKind | 'signature'
  sub_category: IntelSubCategory | null
  severity: number | null
  label: string
  symbol: string | null
  canonical: 0 | 1
  /** First three and last three hex digits as a number; set for targets of imitation. */
  ends: number | null
  /** Set for canonical tokens, as is `name_skeleton`. */
  symbol_skeleton: string | null
  name_skeleton: string | null
  /** Decimals of a token. */
  decimals: number | null
}

export interface PriceRow {
  chain_id: string
  /** Lower case; '' is the native currency. */
  token: string
  decimals: number
  /** Price of one whole token, decimal. */
  usd: string
  as_of: number
  /** Snapshot of the price; active when a source uses it. */
  generation: number
}

/** Transfers between two addresses (20 bytes, `a` the smaller one), in both directions. */
export interface GraphEdgeRow {
  chain_id: string
  a: Uint8Array
  b: Uint8Array
  count: number
}

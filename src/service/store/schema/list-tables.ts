import { entryTypes, type IntelKind, type IntelSubCategory, productTypes } from '../../../api/vocabulary.ts'
import { bigint, bytes, flag, index, integer, namedEnds, primaryKey, table, text, uniqueTogether } from './define.ts'

/** Control lists, monitored addresses, threat feeds and reference lists. Lists have an index for each of their orders and filters. */
export const listTables = {
  control_list_entries: table({
    id: text.key,
    /** As given. */
    address: text.required,
    /** Lower case, for look-ups. */
    address_key: text.required,
    /** JSON array of chain ids; [] means every chain. */
    chain_ids: text.required,
    type: text.oneOf(...entryTypes),
    product_type: text.oneOf(...productTypes),
    created_at: bigint.required,
    last_updated_at: bigint.required,
  }).with(
    index('created', ['created_at', 'id']),
    index('address', ['address_key', 'created_at', 'id']),
    index('type', ['type', 'created_at', 'id']),
    index('product', ['product_type', 'created_at', 'id']),
    index('updated', ['last_updated_at', 'created_at', 'id']),
  ),

  monitored_addresses: table({
    id: text.key,
    address: text.required,
    address_key: text.required,
    chain_id: text.required,
    name: text.required,
    /** Lower case, for the case-insensitive filter. */
    name_key: text.required,
    enabled: flag,
    /** JSON array of the kinds of chain events that are notified; null: all. */
    kinds: text,
    /** First block to read for it; null: the one that was the latest when it was added. */
    from_block: bigint,
    /** Revision of the monitors when it was added or enabled last: followers take over those above the one they know. */
    revision: bigint.required,
    created_at: bigint.required,
  }).with(
    uniqueTogether('address_key', 'chain_id'),
    index('created', ['created_at', 'id']),
    index('address', ['address_key', 'created_at', 'id']),
    index('name', ['name_key', 'created_at', 'id']),
    index('chain', ['chain_id', 'created_at', 'id']),
    index('enabled', ['enabled', 'created_at', 'id']),
    index('revision', ['revision']),
    // Those of a small chain, beside many of another one.
    index('followed', ['chain_id', 'enabled', 'created_at', 'id']),
    namedEnds,
  ),

  /** The name of an address in the address book. */
  names: table({
    /** '': on every chain. */
    chain_id: text.required,
    /** Lower case. */
    address_key: text.required,
    name: text.required,
    created_at: bigint.required,
    updated_at: bigint.required,
  }).with(primaryKey('address_key', 'chain_id'), namedEnds),

  /** A source and its active snapshot. */
  intel_sources: table({
    name: text.key,
    format: text.required,
    /** The active generation; entries of other generations are invisible. */
    generation: bigint.unique.required,
    /** Rows of the feed, kept and rejected. */
    rows_read: bigint.required,
    rows_kept: bigint.required,
    rows_rejected: bigint.required,
    /** JSON: reasons for rejected rows with counts and examples. */
    rejections: text.required,
    /** JSON: the same of kept rows whose address of another chain is invalid. */
    invalid: text.required,
    entries: bigint.required,
    imported_at: bigint.required,
    /** Last time the snapshot was known to be current. */
    as_of: bigint.required,
    max_age_ms: bigint,
    /** JSON array: chains of addresses for which the feed names none; null: the format decides. */
    chain_ids: text,
    url: text,
    etag: text,
    last_modified: text,
  }),

  /** A feed that is fetched by name. */
  enabled_feeds: table({
    /** Name of the source. */
    name: text.key,
    format: text.required,
    /** JSON array; the files of the feed. */
    urls: text.required,
    interval_ms: bigint.required,
    max_age_ms: bigint.required,
    /** How far back stored transactions are compared with what is new in it; null: they are not. */
    rescreen_ms: bigint,
    enabled_at: bigint.required,
    next_at: bigint.required,
    succeeded_at: bigint,
    /** Since the last success. */
    failures: integer.required,
    failed_at: bigint,
    error_code: text,
    error: text,
  }),

  /** A snapshot, active or not. Imports run one at a time, so the ids of its entries are consecutive. */
  intel_generations: table({
    id: bigint.key,
    source: text.required,
    first_entry: bigint.required,
    /** Below `first_entry` while the snapshot is empty. */
    last_entry: bigint.required,
    started_at: bigint.required,
  }),

  /** No foreign key to the generation: it would cost a look-up for each of millions of rows. */
  intel_entries: table({
    id: bigint.key,
    generation: bigint.required,
    /** 20 bytes of an address, 4 bytes of a function selector, or the text of an address of another chain, which has more. */
    key: bytes.required,
    /** JSON array of chain ids; [] is every chain. */
    chain_ids: text.required,
    kind: text.as<IntelKind | 'signature'>().required,
    sub_category: text.as<IntelSubCategory>(),
    severity: integer,
    label: text.required,
    symbol: text,
    /** Decimals of a token. */
    decimals: integer,
    canonical: flag,
    /** First three and last three hex digits as a number; set for targets of imitation. */
    ends: integer,
    /** Set for canonical tokens, as is `name_skeleton`. */
    symbol_skeleton: text,
    name_skeleton: text,
  }).with(
    index('key', ['key']),
    ...['ends', 'symbol_skeleton', 'name_skeleton'].map((column) => index(column, [column], `${column} is not null`)),
  ),

  prices: table({
    chain_id: text.required,
    /** Lower case; '' is the native currency. */
    token: text.required,
    decimals: integer.required,
    /** Price of one whole token, decimal. */
    usd: text.required,
    as_of: bigint.required,
    /** Snapshot of the price; active when a source uses it. */
    generation: integer.required,
  }).with(primaryKey('chain_id', 'token', 'generation'), index('generation', ['generation'])),
}

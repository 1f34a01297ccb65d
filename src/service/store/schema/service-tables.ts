import { bigint, index, integer, primaryKey, statement, table, text } from './define.ts'

/** Keys, signers, settings, counters, stored answers and the audit log. */
export const serviceTables = {
  api_keys: table({
    id: text.key,
    kind: text.oneOf('validation', 'management'),
    /** SHA-256 of the key, in hex. */
    hash: text.unique.required,
    /** First characters of the key, for lists. */
    hint: text.required,
    /** Null: created without one. */
    name: text,
    created_at: bigint.required,
    last_used_at: bigint,
    revoked_at: bigint,
  }),

  signers: table({
    address: text.key,
    sealed_private_key: text.required,
    created_at: bigint.required,
    retired_at: bigint,
  }),

  nonces: table({
    chain_id: text.required,
    to_key: text.required,
    from_key: text.required,
    /** Last nonce known to be used on chain. */
    confirmed: bigint.required,
    updated_at: bigint.required,
  }).with(primaryKey('chain_id', 'to_key', 'from_key')),

  settings: table({
    name: text.key,
    value: text.required,
    updated_at: bigint.required,
  }),

  /** Change counter of what servers keep in memory: the evidence of verdicts, alerts with destinations, nodes, monitors, contracts, names. */
  revisions: table({
    name: text.as<'evidence' | 'alerts' | 'deadlines' | 'chains' | 'monitors' | 'contracts' | 'names' | 'policies'>()
      .key,
    value: integer.required,
  }),

  /** Row counter, updated in the transaction of each insert and delete: counting millions of rows takes seconds. */
  kept_counts: table({
    name: text.as<'allow' | 'block' | 'monitors'>().key,
    count: bigint.required,
  }).with(statement("insert into kept_counts (name, count) values ('allow', 0), ('block', 0), ('monitors', 0)")),

  /** Sums of the rows of a SQLite file (sqlite/row-checksums.ts). PostgreSQL has its own, over pages. */
  table_checksums: statement(
    `create table "table_checksums" ("name" text not null primary key, "columns" text not null, "row_count" integer not null,
      "sum" integer not null) strict, without rowid`,
    'sqlite',
  ),

  idempotent_answers: table({
    /** SHA-256 of actor, method, path and Idempotency-Key, in hex. */
    scope: text.key,
    request_hash: text.required,
    status: integer.required,
    sealed_answer: text.required,
    /** Replays are refused after this time (ms): the response has a payload that expires. */
    good_until: bigint,
    /** Replays are refused with another evidence revision: the response is a verdict. */
    evidence_revision: integer,
    created_at: bigint.required,
    expires_at: bigint.required,
  }).with(index('expiry', ['expires_at'])),

  audit: table({
    id: text.key,
    at: bigint.required,
    actor: text.required,
    action: text.required,
    resource_id: text.required,
    before: text,
    after: text,
  }).with(
    index('at', ['at', 'id']),
    index('action', ['action', 'at', 'id']),
    index('actor', ['actor', 'at', 'id']),
    index('resource', ['resource_id', 'at', 'id']),
  ),
}

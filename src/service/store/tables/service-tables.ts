import { bigint, type Definition, index, integer, primaryKey, statement, table, text } from './define.ts'

/** Keys, signers, settings, counters, stored answers and the audit log. */
export const serviceTables: readonly Definition[] = [
  table('api_keys', {
    id: text.key,
    kind: text.oneOf('validation', 'management'),
    hash: text.unique.required,
    hint: text.required,
    name: text,
    created_at: bigint.required,
    last_used_at: bigint,
    revoked_at: bigint,
  }),

  table('signers', {
    address: text.key,
    sealed_private_key: text.required,
    created_at: bigint.required,
    retired_at: bigint,
  }),

  table('nonces', {
    chain_id: text.required,
    to_key: text.required,
    from_key: text.required,
    confirmed: bigint.required,
    updated_at: bigint.required,
    nonces_pk: primaryKey('chain_id', 'to_key', 'from_key'),
  }),

  table('settings', {
    name: text.key,
    value: text.required,
    updated_at: bigint.required,
  }),

  table('revisions', {
    name: text.key,
    value: integer.required,
  }),

  // Updated in the transaction of each insert and delete.
  table('kept_counts', {
    name: text.key,
    count: bigint.required,
  }),
  statement("insert into kept_counts (name, count) values ('allow', 0), ('block', 0), ('monitors', 0)"),

  // Sums of the rows of a SQLite file (sqlite/row-checksums.ts). PostgreSQL has its own, over pages.
  statement(
    `create table "table_checksums" ("name" text not null primary key, "columns" text not null, "row_count" integer not null,
      "sum" integer not null) strict, without rowid`,
    'sqlite',
  ),

  table('idempotent_answers', {
    scope: text.key,
    request_hash: text.required,
    status: integer.required,
    sealed_answer: text.required,
    good_until: bigint,
    evidence_revision: integer,
    created_at: bigint.required,
    expires_at: bigint.required,
  }),
  index('idempotent_answers', 'expiry', ['expires_at']),

  table('audit', {
    id: text.key,
    at: bigint.required,
    actor: text.required,
    action: text.required,
    resource_id: text.required,
    before: text,
    after: text,
  }),
  index('audit', 'at', ['at', 'id']),
  index('audit', 'action', ['action', 'at', 'id']),
  index('audit', 'actor', ['actor', 'at', 'id']),
  index('audit', 'resource', ['resource_id', 'at', 'id']),
]

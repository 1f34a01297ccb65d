import { bigint, bytes, type Definition, flag, index, integer, primaryKey, statement, table, text } from './define.ts'

/** What all filters and orders of a list of transactions need: it is sorted without reading the rows. */
const LISTED = ['created_at', 'id', 'chain_id', 'valid', 'updated_at', 'combined_score']

const listedBy = (first: string) => [first, ...LISTED.filter((column) => column !== first)]

/** Transactions with their reports and the addresses that they name, look-backs over them, and holds. */
export const transactionTables: readonly Definition[] = [
  // Request and result are last: SQLite finds what is after them only by walking through up to a megabyte each.
  table('transactions', {
    id: text.key,
    product: text.required,
    chain_id: text.required,
    from_key: text.required,
    to_key: text,
    value: text.required,
    valid: flag,
    combined_score: integer.required,
    sub_category: text.required,
    total_loss: bigint,
    coverage: text.required,
    known_by_age_only: integer.required,
    payload_nonce: bigint,
    payload_expires_at: bigint,
    transaction_id: text,
    block_number: text,
    block_time: bigint,
    origin: text,
    block_hash: text,
    validated_as: text,
    signed_key: text,
    validated_by: text,
    standing: integer,
    check_at: bigint,
    check_until: bigint,
    created_at: bigint.required,
    updated_at: bigint.required,
    is_unindexed: integer,
    addresses: text.required,
    request: text.required,
    result: text.required,
  }),
  index('transactions', 'created', LISTED),
  index('transactions', 'updated', listedBy('updated_at')),
  index('transactions', 'score', listedBy('combined_score')),
  index('transactions', 'chain', listedBy('chain_id')),
  // Rare: those that were blocked, and those that were seen on a chain.
  index('transactions', 'blocked', LISTED, 'valid = 0'),
  index('transactions', 'seen', ['created_at', 'id'], "origin = 'chain'"),
  // The expression of VERDICT_RANK (repositories/transaction-filter.ts).
  statement(`create index transactions_verdict on transactions (
    (case when valid = 0 then 4 when combined_score >= 70 then 3
      when combined_score >= 31 then 2 when known_by_age_only = 1 then 1 when coverage in ('none', 'simulated') then 1
      else 0 end),
    created_at, id, chain_id, origin, valid, combined_score, updated_at
  )`),
  // Validations of a call, found by a part of it: with whole addresses, almost every new row would change another page of the
  // index, which took two fifths of the time of an insert.
  statement(`create index transactions_call on transactions (
    (substr(from_key, 35) || substr(coalesce(to_key, ''), 39) || substr(value, 1, 6) || chain_id), created_at
  ) where origin is null`),
  index('transactions', 'signed', ['signed_key'], 'signed_key is not null'),
  index('transactions', 'hash', ['transaction_id', 'chain_id'], 'transaction_id is not null'),
  index('transactions', 'to_check', ['chain_id', 'check_at'], 'check_at is not null'),
  index('transactions', 'unindexed', ['created_at', 'id'], 'is_unindexed = 1'),
  // Finds transactions of a sender on chain.
  index(
    'transactions',
    'on_chain',
    ['chain_id', 'from_key'],
    'valid = 1 and transaction_id is not null and block_number is not null',
  ),
  // Tracked payloads of a chain, contract and sender, for the nonce counter.
  index(
    'transactions',
    'tracked_payloads',
    ['chain_id', 'to_key', 'from_key', 'payload_expires_at'],
    'payload_nonce is not null',
  ),

  table('transaction_reports', {
    id: text.key,
    svc_tx_id: text.partOf('transactions.id').required,
    transaction_id: text,
    block_number: text,
    block_time: bigint,
    reported_at: bigint.required,
  }),
  index('transaction_reports', 'transaction', ['svc_tx_id']),

  // A search for an address reads the hashes of a group first, and of its blocks only where one is equal.
  ...['address_blocks', 'address_block_groups'].map((name) =>
    table(name, {
      until_at: bigint.required,
      until_id: text.required,
      hashes: bytes.required,
      has_more: integer.required,
      [`${name}_pk`]: primaryKey('until_at', 'until_id'),
    }),
  ),

  table('rescreens', {
    id: text.key,
    state: text.oneOf('RUNNING', 'DONE'),
    source: text,
    addresses: bytes,
    since_at: bigint.required,
    next_at: bigint,
    next_id: text,
    started_at: bigint.required,
    updated_at: bigint.required,
  }),
  index('rescreens', 'running', ['started_at', 'id'], "state = 'RUNNING'"),

  table('verdict_changes', {
    id: text.key,
    rescreen_id: text.required,
    svc_tx_id: text.partOf('transactions.id'),
    chain_id: text.required,
    owner: text.required,
    address: text.required,
    at: bigint.required,
    from_verdict: text,
    from_score: integer,
    to_verdict: text.required,
    to_score: integer.required,
    source: text.required,
    reason: text.required,
    hops: integer.required,
    sub_categories: text.required,
  }),
  index('verdict_changes', 'transaction', ['svc_tx_id', 'at', 'id']),
  index('verdict_changes', 'rescreen', ['rescreen_id', 'id']),
  index('verdict_changes', 'address', ['address', 'owner']),
  statement(`create unique index "verdict_changes_counterparty" on "verdict_changes" ("chain_id", "owner", "address", "to_verdict")
    where svc_tx_id is null`),

  table('holds', {
    id: text.key,
    content_key: text.required,
    state: text.oneOf('held', 'approved', 'rejected', 'released', 'forwarded'),
    set_at: bigint.required,
    expires_at: bigint,
    approved_until: bigint,
    release_token_hash: text,
    returned: integer.required,
    requested_by: text.required,
    self_approve: integer.required,
    approvals: integer.required,
    approved_by: text.required,
    created_at: bigint.required,
    updated_at: bigint.required,
    decided_by: text,
    decided_at: bigint,
    reason: text,
    transaction_id: text,
    unknown_before: text,
    told_alerts: integer.required,
    svc_tx_id: text,
    digest: text.required,
    kind: text.required,
    method: text.required,
    chain_id: text.required,
    verdict: text.required,
    combined_score: integer.required,
    category: text.required,
    sub_category: text.required,
    max_fee: text,
    parts: text.required,
  }),
  index('holds', 'content', ['content_key', 'created_at', 'id']),
  index('holds', 'created', ['created_at', 'id']),
  index('holds', 'state', ['state', 'created_at', 'id']),
  index('holds', 'open', ['requested_by', 'expires_at']),
  index('holds', 'transaction', ['svc_tx_id']),
  index('holds', 'updated', ['updated_at', 'id']),
]

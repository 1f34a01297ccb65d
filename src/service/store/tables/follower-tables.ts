import { bigint, type Definition, index, integer, primaryKey, table, text, uniqueTogether } from './define.ts'

/**
 * Followed chains: how far, their last blocks, and what happened to monitored addresses. SQLite has no statistics of a new
 * database: it chooses an index by the number of columns that are compared.
 */
export const followerTables: readonly Definition[] = [
  table('chain_heads', {
    chain_id: text.key,
    mode: text.required,
    state: text.required,
    reason: text,
    reason_code: text,
    start_number: bigint,
    tip_number: bigint,
    tip_hash: text,
    tip_time: bigint,
    head_number: bigint,
    head_time: bigint,
    finalized_number: bigint,
    node: text,
    node_id: text,
    holder: text,
    claim_id: text,
    lease_until: bigint.required,
    calls_day: text,
    calls: integer.required,
    lag_told_at: bigint,
    silent_since: bigint,
    updated_at: bigint.required,
  }),

  table('chain_blocks', {
    chain_id: text.required,
    number: bigint.required,
    hash: text.required,
    parent_hash: text.required,
    time: bigint.required,
    chain_blocks_pk: primaryKey('chain_id', 'number'),
  }),

  table('chain_events', {
    id: text.key,
    chain_id: text.required,
    tx_hash: text.required,
    address: text.required,
    kind: text.required,
    svc_tx_id: text,
    block_number: bigint.required,
    block_hash: text.required,
    block_time: bigint.required,
    state: text.oneOf('IN', 'GONE', 'OUT'),
    round: integer.required,
    gone_number: bigint,
    gone_at: bigint,
    content: text.required,
    created_at: bigint.required,
    updated_at: bigint.required,
    chain_events_once: uniqueTogether('chain_id', 'tx_hash', 'address', 'kind'),
  }),
  index('chain_events', 'block', ['chain_id', 'block_number']),
  index('chain_events', 'address', ['address', 'chain_id', 'block_number']),
  index('chain_events', 'transaction', ['svc_tx_id']),
  index('chain_events', 'gone', ['chain_id'], "state = 'GONE'"),
  index('chain_events', 'block_time', ['block_time', 'id']),
  index('chain_events', 'updated_at', ['updated_at', 'id']),
  // The newest poison events of an address are kept.
  index('chain_events', 'poison', ['chain_id', 'address', 'block_number', 'id'], "kind = 'poison'"),

  table('monitor_backfills', {
    monitor_id: text.key,
    chain_id: text.required,
    next_number: bigint.required,
    last_number: bigint,
    reason: text,
  }),
  index('monitor_backfills', 'next', ['chain_id', 'next_number', 'monitor_id']),

  table('monitor_balances', {
    chain_id: text.required,
    address: text.required,
    block_number: bigint.required,
    is_change: integer.required,
    balance: text,
    nonce: bigint,
    monitor_balances_pk: primaryKey('chain_id', 'address', 'block_number'),
  }),
  index('monitor_balances', 'block', ['chain_id', 'block_number']),
]

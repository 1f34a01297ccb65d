import type { ChainEventKind, FollowMode, FollowState } from '../../../api/vocabulary.ts'
import { bigint, index, integer, primaryKey, table, text, uniqueTogether } from './define.ts'

/**
 * Followed chains: how far, their last blocks, and what happened to monitored addresses. SQLite has no statistics of a new
 * database: it chooses an index by the number of columns that are compared.
 */
export const followerTables = {
  /** A followed chain. Block numbers and times as the chain has them: times in seconds; others in ms. */
  chain_heads: table({
    chain_id: text.key,
    mode: text.as<FollowMode>().required,
    state: text.as<FollowState>().required,
    /** Why it waits or stopped: one line. */
    reason: text,
    /** Code of that reason: selects the command that goes on (follower/states.ts). */
    reason_code: text,
    /** First block of which events were read. */
    start_number: bigint,
    /** Last block that was applied. */
    tip_number: bigint,
    tip_hash: text,
    tip_time: bigint,
    /** Latest block of the node. */
    head_number: bigint,
    head_time: bigint,
    finalized_number: bigint,
    /** Host of the node that is read. */
    node: text,
    /** Distinguishes nodes of one host; null: none is read yet. */
    node_id: text,
    /** Server that has the lease. */
    holder: text,
    claim_id: text,
    /** End of the lease (ms). */
    lease_until: bigint.required,
    /** Day of `calls`, such as 2026-01-31 (UTC). */
    calls_day: text,
    /** Requests to nodes on that day. */
    calls: integer.required,
    /** When the notice about the present lag was sent (ms). */
    lag_told_at: bigint,
    /** When it was followed last, while it waits or stopped (ms); null: it is followed. */
    silent_since: bigint,
    updated_at: bigint.required,
  }),

  /** One of the last blocks of the branch that was applied. */
  chain_blocks: table({
    chain_id: text.required,
    number: bigint.required,
    hash: text.required,
    parent_hash: text.required,
    /** Seconds. */
    time: bigint.required,
  }).with(primaryKey('chain_id', 'number')),

  /** What happened to a monitored address. */
  chain_events: table({
    id: text.key,
    chain_id: text.required,
    /** Hash of the transaction, lower case; of the block, for what belongs to no transaction. */
    tx_hash: text.required,
    /** Lower case. */
    address: text.required,
    /** `poison`: a transfer in its name or to it that only leaves a lookalike in its history. */
    kind: text.as<ChainEventKind | 'poison'>().required,
    /** Its stored transaction; null: it belongs to none. */
    svc_tx_id: text,
    /** Block that has it, or had it last. */
    block_number: bigint.required,
    block_hash: text.required,
    /** Seconds. */
    block_time: bigint.required,
    /** `records/transaction-record.ts` has the names that the interface shows. */
    state: text.oneOf('IN', 'GONE', 'OUT'),
    /** How often it was OUT. */
    round: integer.required,
    /** Tip (number) and time (ms) when a reorg removed it; null while it is IN. */
    gone_number: bigint,
    gone_at: bigint,
    /** JSON (follower/activity/activity.ts). */
    content: text.required,
    created_at: bigint.required,
    updated_at: bigint.required,
  }).with(
    uniqueTogether('chain_id', 'tx_hash', 'address', 'kind'),
    index('block', ['chain_id', 'block_number']),
    index('address', ['address', 'chain_id', 'block_number']),
    index('transaction', ['svc_tx_id']),
    index('gone', ['chain_id'], "state = 'GONE'"),
    index('block_time', ['block_time', 'id']),
    index('updated_at', ['updated_at', 'id']),
    // The newest poison events of an address are kept.
    index('poison', ['chain_id', 'address', 'block_number', 'id'], "kind = 'poison'"),
  ),

  /** Earlier blocks that are still read for a monitored address, both included. */
  monitor_backfills: table({
    monitor_id: text.key,
    chain_id: text.required,
    next_number: bigint.required,
    /** Null: that of the tip when it is read first. */
    last_number: bigint,
    /** Why the next one cannot be read: one line. */
    reason: text,
  }).with(index('next', ['chain_id', 'next_number', 'monitor_id'])),

  /** Balance and nonce of a monitored address at the end of a block, or how the block changes them. */
  monitor_balances: table({
    chain_id: text.required,
    /** Lower case. */
    address: text.required,
    block_number: bigint.required,
    /** 1: what the transactions of the block explain · 0: as a node said. */
    is_change: integer.required,
    /** Wei, decimal, of a change with its sign; null: it cannot be said. */
    balance: text,
    nonce: bigint,
  }).with(primaryKey('chain_id', 'address', 'block_number'), index('block', ['chain_id', 'block_number'])),
}

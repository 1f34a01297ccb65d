import type { ChainEventKind, FollowMode, FollowState } from '../../../api/vocabulary.ts'

/** The codes of the column `state`. `records/transaction-record.ts` has the names that the interface shows. */
export type StoredEventState = 'IN' | 'GONE' | 'OUT'

/** A followed chain. Block numbers and times as the chain has them: times in seconds; others in ms. */
export interface ChainHeadRow {
  chain_id: string
  mode: FollowMode
  state: FollowState
  /** Why it waits or stopped: one line. */
  reason: string | null
  /** Code of that reason: selects the command that goes on (follower/states.ts). */
  reason_code: string | null
  /** First block of which events were read. */
  start_number: number | null
  /** Last block that was applied. */
  tip_number: number | null
  tip_hash: string | null
  tip_time: number | null
  /** Latest block of the node. */
  head_number: number | null
  head_time: number | null
  finalized_number: number | null
  /** Host of the node that is read. */
  node: string | null
  /** Distinguishes nodes of one host; null: none is read yet. */
  node_id: string | null
  /** Server that has the lease. */
  holder: string | null
  claim_id: string | null
  /** End of the lease (ms). */
  lease_until: number
  /** Day of `calls`, such as 2026-01-31 (UTC). */
  calls_day: string | null
  /** Requests to nodes on that day. */
  calls: number
  /** When the notice about the present lag was sent (ms). */
  lag_told_at: number | null
  /** When it was followed last, while it waits or stopped (ms); null: it is followed. */
  silent_since: number | null
  updated_at: number
}

/** One of the last blocks of the branch that was applied. */
export interface ChainBlockRow {
  chain_id: string
  number: number
  hash: string
  parent_hash: string
  /** Seconds. */
  time: number
}

/** What happened to a monitored address. */
export interface ChainEventRow {
  id: string
  chain_id: string
  /** Hash of the transaction, lower case; of the block, for what belongs to no transaction. */
  tx_hash: string
  /** Lower case. */
  address: string
  /** `poison`: a transfer in its name or to it that only leaves a lookalike in its history. */
  kind: ChainEventKind | 'poison'
  /** Its stored transaction; null: it belongs to none. */
  svc_tx_id: string | null
  /** Block that has it, or had it last. */
  block_number: number
  block_hash: string
  /** Seconds. */
  block_time: number
  state: StoredEventState
  /** How often it was OUT. */
  round: number
  /** Tip (number) and time (ms) when a reorg removed it; null while it is IN. */
  gone_number: number | null
  gone_at: number | null
  /** JSON (follower/activity/activity.ts). */
  content: string
  created_at: number
  updated_at: number
}

/** Earlier blocks that are still read for a monitored address, both included. */
export interface MonitorBackfillRow {
  monitor_id: string
  chain_id: string
  next_number: number
  /** Null: that of the tip when it is read first. */
  last_number: number | null
  /** Why the next one cannot be read: one line. */
  reason: string | null
}

/** Balance and nonce of a monitored address at the end of a block, or how the block changes them. */
export interface MonitorBalanceRow {
  chain_id: string
  /** Lower case. */
  address: string
  block_number: number
  /** 1: what the transactions of the block explain · 0: as a node said. */
  is_change: number
  /** Wei, decimal, of a change with its sign; null: it cannot be said. */
  balance: string | null
  nonce: number | null
}

/** Events that a later digest reports together. */
export interface DigestRow {
  id: string
  topic: 'poison' | 'dust'
  chain_id: string
  address: string
  since: number
  /** When the digest is sent (ms). */
  due_at: number
  count: number
  /** JSON (follower/notify/digests.ts). */
  content: string
}

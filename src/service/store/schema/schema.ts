import type { Kysely } from 'kysely'
import type { KeyKind } from '../../../api/operations/operation.ts'
import type { AlertType, Channel, Coverage, EntryType, ProductType, TestState } from '../../../api/vocabulary.ts'
import type { ChainAccountRow, ChainNodeRow, ChainProbeRow, PausedChainRow } from './chain-rows.ts'
import type { AlertEventRow, FanOutRow } from './event-rows.ts'
import type {
  ChainBlockRow,
  ChainEventRow,
  ChainHeadRow,
  DigestRow,
  MonitorBackfillRow,
  MonitorBalanceRow,
} from './follower-rows.ts'
import type { HoldRow } from './hold-rows.ts'
import type { IntelEntryRow, IntelGenerationRow, IntelSourceRow } from './intel-rows.ts'

export type { ChainAccountRow, ChainNodeRow, ChainProbeRow } from './chain-rows.ts'
export type { AlertEventRow, EventSubject, FanOutRow } from './event-rows.ts'
export type {
  ChainBlockRow,
  ChainEventRow,
  ChainHeadRow,
  DigestRow,
  MonitorBackfillRow,
  MonitorBalanceRow,
  StoredEventState,
} from './follower-rows.ts'
export type { HoldRow } from './hold-rows.ts'
export type { IntelEntryRow, IntelGenerationRow, IntelSourceRow } from './intel-rows.ts'

/**
 * Row types of all tables, equal on SQLite and PostgreSQL: times in integer milliseconds, booleans as 0 or 1, JSON as text.
 * Secrets are always encrypted (secrets/sealing.ts).
 */
export interface Schema {
  api_keys: ApiKeyRow
  control_list_entries: EntryRow
  monitored_addresses: MonitorRow
  alerts: AlertRow
  alert_destinations: AlertDestinationRow
  destinations: DestinationRow
  alert_events: AlertEventRow
  fan_outs: FanOutRow
  deliveries: DeliveryRow
  delivery_attempts: DeliveryAttemptRow
  lanes: DestinationQueueRow
  prices: PriceRow
  transactions: TransactionRow
  transaction_reports: TransactionReportRow
  nonces: NonceRow
  signers: SignerRow
  idempotent_answers: IdempotentAnswerRow
  settings: SettingRow
  revisions: RevisionRow
  audit: AuditRow
  intel_sources: IntelSourceRow
  intel_generations: IntelGenerationRow
  intel_entries: IntelEntryRow
  counterparties: CounterpartyRow
  payments: PaymentRow
  granted_allowances: GrantedAllowanceRow
  graph_edges: GraphEdgeRow
  kept_counts: KeptCountRow
  chain_nodes: ChainNodeRow
  paused_chains: PausedChainRow
  chain_probes: ChainProbeRow
  chain_accounts: ChainAccountRow
  chain_heads: ChainHeadRow
  chain_blocks: ChainBlockRow
  chain_events: ChainEventRow
  monitor_backfills: MonitorBackfillRow
  monitor_balances: MonitorBalanceRow
  digests: DigestRow
  holds: HoldRow
}

/** A connection or a transaction. */
export type Db = Kysely<Schema>

export type Flag = 0 | 1

export interface ApiKeyRow {
  id: string
  kind: KeyKind
  /** SHA-256 of the key, in hex. */
  hash: string
  /** First characters of the key, for lists. */
  hint: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

export interface EntryRow {
  id: string
  /** As given. */
  address: string
  /** Lower case, for look-ups. */
  address_key: string
  /** JSON array of chain ids; [] means every chain. */
  chain_ids: string
  type: EntryType
  product_type: ProductType
  created_at: number
  last_updated_at: number
}

export interface MonitorRow {
  id: string
  address: string
  address_key: string
  chain_id: string
  name: string
  /** Lower case, for the case-insensitive filter. */
  name_key: string
  enabled: Flag
  created_at: number
  /** JSON array of the kinds of chain events that are notified; null: all. */
  kinds: string | null
  /** First block to read for it; null: the one that was the latest when it was added. */
  from_block: number | null
  /** Of the monitors, when it was added or enabled last: followers take over those above the one they know. */
  revision: number
}

export interface AlertRow {
  id: string
  name: string
  type: AlertType
  /** JSON of the interface's transactionFilter. */
  filter: string
  /** An addition: fires on NO DATA, like a flag of the filter's validationStatusConfiguration. */
  on_no_data: Flag
  /** Additions: JSON of the conditions of a MONITOR alert on chain events (records/alert-filter.ts); null: none. */
  chain_filter: string | null
  is_active: Flag
  sent_counter: number
  created_at: number
  updated_at: number
}

export interface AlertDestinationRow {
  alert_id: string
  destination_id: string
  /** Index in the given list of ids. */
  position: number
}

export interface DestinationRow {
  id: string
  name: string
  channel: Channel
  sealed_webhook_url: string | null
  chat_id: string | null
  sealed_token: string | null
  state: 'ACTIVE' | 'INACTIVE'
  error_message: string
  created_at: number
}

/** The delivery of an event to one destination. */
export interface DeliveryRow {
  id: string
  event_id: string
  alert_id: string
  destination_id: string
  destination_name: string
  channel: Channel
  state: 'PENDING' | 'SENT' | 'DEAD' | 'CANCELLED'
  /** Earliest time of the next attempt (ms); 0: now. */
  due_at: number
  attempts: number
  /** Attempts that do not count against the schedule: aborted by txwarden, or sent to a previous address. */
  uncounted: number
  /** Error of the last attempt, or why there was none; '' otherwise. */
  error_message: string
  created_at: number
  updated_at: number
}

/** Append-only. */
export interface DeliveryAttemptRow {
  delivery_id: string
  /** Starts at 1. */
  number: number
  at: number
  latency_ms: number
  state: TestState
  error_message: string
  /** Lease of the destination queue during the attempt. */
  claim_id: string
}

/** The queue of a destination. One sender at a time, so that order and pauses apply across processes. */
export interface DestinationQueueRow {
  destination_id: string
  claim_id: string | null
  /** End of the lease (ms). */
  lease_until: number
  /** End of the pause (ms): requested by the receiver, or a backoff after failures. */
  paused_until: number
  /** End of the pause requested by the receiver (ms): manual retries wait for it too. */
  closed_until: number
  /** Consecutive failures. */
  failures: number
  failing_since: number | null
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

export interface TransactionRow {
  id: string
  product: ProductType
  chain_id: string
  from_key: string
  to_key: string | null
  /** Wei, decimal. */
  value: string
  valid: Flag
  combined_score: number
  sub_category: string
  /** Possible loss of the sender in whole USD; null when a price was missing, or for rows of older versions. */
  total_loss: number | null
  /** Of the result; null for rows of older versions. */
  coverage: Coverage | null
  known_by_age_only: Flag | null
  /** JSON of the request, with client data, without its trace. */
  request: string
  /** JSON of the validation result, with explanation and coverage. */
  result: string
  /** Tracked nonce of the issued payload; null when none was issued or it is not tracked. */
  payload_nonce: number | null
  /** End of the nonce's reservation: the payload's expiry, or an earlier release. */
  payload_expires_at: number | null
  /** On-chain id as reported, lower case. */
  transaction_id: string | null
  block_number: string | null
  block_time: number | null
  /** `chain`: the follower saw it in a block; null: it was validated here. */
  origin: 'chain' | null
  /** Of one that was seen: the block that has it, or had it last. */
  block_hash: string | null
  /** Of one that was seen: the id of its validation here. */
  validated_as: string | null
  /** Of a signed transaction: SHA-256 of the actor, its hash and its content, in hex; null: it was not signed. */
  signed_key: string | null
  /** Id of the API key, or `local`; null for rows of older versions. */
  validated_by: string | null
  /** Of its report; null before it, and until payments of an older version's report are read. */
  standing: Standing | null
  /** When a node is queried for it next (ms); null: not any more, or not reported with a block; 0: its payments are not read yet. */
  check_at: number | null
  /** When the queries to a node end, or when it was confirmed (ms); null: no node was queried yet. */
  check_until: number | null
  created_at: number
  updated_at: number
}

export interface TransactionReportRow {
  id: string
  svc_tx_id: string
  transaction_id: string | null
  block_number: string | null
  block_time: number | null
  reported_at: number
}

export interface NonceRow {
  chain_id: string
  to_key: string
  from_key: string
  /** Last nonce known to be used on chain. */
  confirmed: number
  updated_at: number
}

export interface SignerRow {
  address: string
  sealed_private_key: string
  created_at: number
  retired_at: number | null
}

export interface IdempotentAnswerRow {
  /** SHA-256 of actor, method, path and Idempotency-Key, in hex. */
  scope: string
  request_hash: string
  status: number
  sealed_answer: string
  /** Replays are refused after this time (ms): the response has a payload that expires. */
  good_until: number | null
  /** Replays are refused with another evidence revision: the response is a verdict. */
  evidence_revision: number | null
  created_at: number
  expires_at: number
}

export interface SettingRow {
  name: string
  value: string
  updated_at: number
}

/** Change counter of what servers keep in memory: the evidence of verdicts, alerts with their destinations, nodes, monitors. */
export interface RevisionRow {
  name: 'evidence' | 'alerts' | 'deadlines' | 'chains' | 'monitors'
  value: number
}

export interface AuditRow {
  id: string
  at: number
  actor: string
  action: string
  resource_id: string
  before: string | null
  after: string | null
}

/** A counterparty of a sender's valid, on-chain transactions. Addresses in lower case. */
export interface CounterpartyRow {
  chain_id: string
  owner: string
  counterparty: string
  /** The first three and last three hex digits of the counterparty. */
  ends: number
  first_seen: number
  last_seen: number
  count: number
  /** Whether a transfer of value ever went there. */
  had_value: Flag
  /** The best that shows a payment; without one, the best that shows it. */
  standing: Standing
}

/**
 * What shows a transaction: 0 the report of another key than the one that validated it, 1 the report of that key or of the
 * operator, 2 a node.
 */
export type Standing = 0 | 1 | 2

export const CONFIRMED: Standing & 2 = 2

/** The largest payment of an asset in a reported transaction below WARNING, of those with the best standing. Addresses in lower case. */
export interface PaymentRow {
  chain_id: string
  owner: string
  counterparty: string
  /** Token contract; `native` for the native currency. */
  asset: string
  /** Base units, or items: 78 decimal digits, so that text order is number order. */
  amount: string
  paid_at: number
  standing: Standing
  svc_tx_id: string
}

/** The largest allowance that an owner granted in a transaction below WARNING. Addresses in lower case. */
export interface GrantedAllowanceRow {
  chain_id: string
  owner: string
  spender: string
  token: string
  /** Base units: 78 decimal digits, so that text order is number order. */
  amount: string
  standing: Standing
  /** Null: recorded by an earlier version. */
  svc_tx_id: string | null
}

/** Row counter, updated with every insert and delete: counting millions of rows takes seconds. */
export interface KeptCountRow {
  name: 'allow' | 'block' | 'monitors'
  count: number
}

/** Transfers between two addresses (20 bytes, `a` the smaller one), in both directions. */
export interface GraphEdgeRow {
  chain_id: string
  a: Uint8Array
  b: Uint8Array
  count: number
}

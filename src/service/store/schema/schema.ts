/** Room: The types of the rows. */

import type { Kysely } from 'kysely'
import type { KeyKind } from '../../../api/operations/operation.ts'
import type { Verdict } from '../../../api/verdict.ts'
import type {
  AlertType,
  EntryType,
  EventStep,
  MonitorEventKind,
  NoticeKind,
  NoticeStep,
  ProductType,
} from '../../../api/vocabulary.ts'
import type {
  DeliveryAttemptRow,
  DeliveryGroupRow,
  DeliveryRow,
  DestinationQueueRow,
  DestinationRow,
} from './delivery-rows.ts'
import type { Flag } from './flag.ts'
import type {
  ChainBlockRow,
  ChainEventRow,
  ChainHeadRow,
  DigestRow,
  MonitorBackfillRow,
  MonitorBalanceRow,
} from './follower-rows.ts'
import type { CounterpartyRow, GrantedAllowanceRow, KeptCountRow, PaymentRow } from './history-rows.ts'
import type { HoldRow } from './hold-rows.ts'
import type {
  EnabledFeedRow,
  GraphEdgeRow,
  IntelEntryRow,
  IntelGenerationRow,
  IntelSourceRow,
  PriceRow,
} from './intel-rows.ts'
import type { PolicyRow, PolicySpendRow, PolicySumRow } from './policy-rows.ts'
import type { SafeBudgetRow, SafeItemRow, SafeRow } from './safe-rows.ts'
import type { AddressBlockRow, NonceRow, SignerRow, TransactionReportRow, TransactionRow } from './transaction-rows.ts'

export type * from './delivery-rows.ts'
export type * from './flag.ts'
export type * from './follower-rows.ts'
export * from './history-rows.ts'
export type * from './hold-rows.ts'
export type * from './intel-rows.ts'
export type * from './policy-rows.ts'
export type * from './safe-rows.ts'
export type * from './transaction-rows.ts'

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
  delivery_groups: DeliveryGroupRow
  lanes: DestinationQueueRow
  prices: PriceRow
  transactions: TransactionRow
  transaction_reports: TransactionReportRow
  address_blocks: AddressBlockRow
  address_block_groups: AddressBlockRow
  nonces: NonceRow
  signers: SignerRow
  idempotent_answers: IdempotentAnswerRow
  settings: SettingRow
  revisions: RevisionRow
  audit: AuditRow
  intel_sources: IntelSourceRow
  enabled_feeds: EnabledFeedRow
  intel_generations: IntelGenerationRow
  intel_entries: IntelEntryRow
  counterparties: CounterpartyRow
  payments: PaymentRow
  granted_allowances: GrantedAllowanceRow
  graph_edges: GraphEdgeRow
  kept_counts: KeptCountRow
  chain_nodes: ChainNodeRow
  paused_chains: PausedChainRow
  chain_settings: ChainSettingsRow
  chain_probes: ChainProbeRow
  chain_accounts: ChainAccountRow
  contracts: ContractRow
  names: NameRow
  chain_heads: ChainHeadRow
  chain_blocks: ChainBlockRow
  chain_events: ChainEventRow
  monitor_backfills: MonitorBackfillRow
  monitor_balances: MonitorBalanceRow
  digests: DigestRow
  holds: HoldRow
  safes: SafeRow
  safe_items: SafeItemRow
  safe_budgets: SafeBudgetRow
  rescreens: RescreenRow
  verdict_changes: VerdictChangeRow
  policies: PolicyRow
  policy_spends: PolicySpendRow
  policy_sums: PolicySumRow
}

/** A connection or a transaction. */
export type Db = Kysely<Schema>

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
  /** Revision of the monitors when it was added or enabled last: followers take over those above the one they know. */
  revision: number
}

/** A run that compares stored transactions with what lists say now. It goes on after a kill. */
export interface RescreenRow {
  id: string
  /** DONE: its changes are notified. */
  state: 'RUNNING' | 'DONE'
  /** Only what this source lists; null: every source. */
  source: string | null
  /** 20 bytes each: transactions that name one of them are read; null: all transactions are. */
  addresses: Uint8Array | null
  /** Transactions at this time or after (ms). */
  since_at: number
  /** The last transaction that was read, newest first; null: none yet. */
  next_at: number | null
  next_id: string | null
  started_at: number
  updated_at: number
}

/** A verdict that got worse because of a listing. The result of the transaction is not changed. Addresses in lower case. */
export interface VerdictChangeRow {
  id: string
  rescreen_id: string
  /** Null: it is about a known counterparty, which no stored transaction of its owner names. */
  svc_tx_id: string | null
  chain_id: string
  /** The sender. */
  owner: string
  /** That is listed, or next to one that is (`hops`). */
  address: string
  at: number
  /** Null, as `from_score`: a counterparty has no verdict. */
  from_verdict: Verdict | null
  from_score: number | null
  to_verdict: Verdict
  to_score: number
  /** Name of the source, as findings have it. */
  source: string
  /** What the source says of the address, one clause. */
  reason: string
  hops: number
  /** JSON array: of all findings of lists. */
  sub_categories: string
}

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
  /** Null: created without one. */
  name: string | null
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

/** Chains that no list knows, and limits of any. */
export interface ChainSettingsRow {
  chain_id: string
  /** JSON of `ChainSettings`, without the id. */
  settings: string
  updated_at: number
}

/** Change counter of what servers keep in memory: the evidence of verdicts, alerts with destinations, nodes, monitors, contracts, names. */
export interface RevisionRow {
  name: 'evidence' | 'alerts' | 'deadlines' | 'chains' | 'monitors' | 'contracts' | 'names' | 'policies'
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

/** A node of a chain. */
export interface ChainNodeRow {
  id: string
  chain_id: string
  /** `host` or `host:port`, the part of the URL that is shown. */
  host: string
  sealed_url: string
  /** The node with the lowest number is read first. */
  priority: number
  created_at: number
}

/** A chain whose nodes are not read. */
export interface PausedChainRow {
  chain_id: string
  paused_at: number
}

/** What a node can do, and whether it answers. */
export interface ChainProbeRow {
  /** Id of a stored node; for one of the environment a keyed hash of chain and URL. */
  key: string
  /** JSON (chain/nodes/probe.ts); '' before the first probe. */
  content: string
  probed_at: number
  /** When it gave its head last, to a minute; null: never. */
  answered_at: number | null
  /** When it gave none for the first time since then; null: it does. */
  failed_at: number | null
}

/** Code that was seen at an address. */
export interface ChainAccountRow {
  chain_id: string
  /** Lower case. */
  address: string
  /** Its code, and what it delegates to. */
  fingerprint: string
  /** Time of the earliest block where it ran that (seconds). */
  since: number
  recorded_at: number
}

/** The name of an address in the address book. */
export interface NameRow {
  /** '': on every chain. */
  chain_id: string
  /** Lower case. */
  address_key: string
  name: string
  created_at: number
  updated_at: number
}

/** A contract whose functions are described here, on one chain; its name is '' for none. */
export interface ContractRow extends NameRow {
  /** operator: it counts as read · erc7730: a public descriptor, which only adds. */
  source: 'operator' | 'erc7730'
  /** JSON of its functions, with its messages an object of both (intel/contracts). */
  functions: string
  /** JSON of the code that a node showed when it was stored; null: no node was read. */
  code: string | null
}

export interface AlertRow {
  id: string
  name: string
  type: AlertType
  /** JSON of the interface's transactionFilter. */
  filter: string
  /** An addition: fires on NO DATA, like a flag of the filter's validationStatusConfiguration. */
  on_no_data: Flag
  /** Additions: JSON of the conditions of a MONITOR alert on chain events, and `rescreen` (records/alert-filter.ts); null: none. */
  chain_filter: string | null
  is_active: Flag
  sent_counter: number
  /** Its messages are not sent before (ms); null: it is not silenced. */
  silenced_until: number | null
  /** Whether the silence also hides sanctions and verdicts of BLOCK entries. */
  silences_blocked: Flag
  created_at: number
  updated_at: number
}

export interface AlertDestinationRow {
  alert_id: string
  destination_id: string
  /** Index in the given list of ids. */
  position: number
}

/** What an alert event is about; each alert has one event for it. */
export interface EventSubject {
  /** The stored transaction; null: it is about none. */
  svc_tx_id: string | null
  /** The id of the validation; of a transaction in a block `<chain id>:<hash>` (alerts/matching/event-subject.ts). */
  subject: string
  /** '': a subject without steps. */
  step: EventStep | NoticeStep | ''
  /** Counts a step that can come again: 0 the first time. */
  round: number
  /** What happens to a monitored address or in the queue of a Safe, or of what a notice is; null for a verdict. */
  kind: MonitorEventKind | NoticeKind | null
}

/** A match of an alert and its subject, delivered at least once to each destination of the alert at that time. */
export interface AlertEventRow extends EventSubject {
  id: string
  alert_id: string
  alert_name: string
  alert_type: AlertType
  /** JSON of the message content (alerts/delivery/event-content.ts) at the time of the match. */
  content: string
  created_at: number
  /** Time of the first successful delivery, which alertSentCounter counts. */
  confirmed_at: number | null
}

/** Alerts that fired for a subject, until the deliveries of all are planned. */
export interface FanOutRow extends EventSubject {
  id: string
  /** JSON of the message content that the alerts have in common (alerts/delivery/event-content.ts). */
  content: string
  /** JSON of the alerts and their destinations at the time of the match (alerts/delivery/plan-deliveries.ts). */
  alerts: string
  /** Alerts whose deliveries are planned, from the first. */
  planned: number
  unplanned_deliveries: number
  created_at: number
}

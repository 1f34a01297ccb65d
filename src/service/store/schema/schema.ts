import type { Kysely } from 'kysely'
import type { AlertDestinationRow, AlertEventRow, AlertRow, FanOutRow } from './alert-rows.ts'
import type { ChainAccountRow, ChainNodeRow, ChainProbeRow, ContractRow, PausedChainRow } from './chain-rows.ts'
import type {
  DeliveryAttemptRow,
  DeliveryGroupRow,
  DeliveryRow,
  DestinationQueueRow,
  DestinationRow,
} from './delivery-rows.ts'
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
import type { EntryRow, MonitorRow } from './list-rows.ts'
import type { RescreenRow, VerdictChangeRow } from './rescreen-rows.ts'
import type { SafeBudgetRow, SafeItemRow, SafeRow } from './safe-rows.ts'
import type { ApiKeyRow, AuditRow, IdempotentAnswerRow, RevisionRow, SettingRow } from './service-rows.ts'
import type { AddressBlockRow, NonceRow, SignerRow, TransactionReportRow, TransactionRow } from './transaction-rows.ts'

export type * from './alert-rows.ts'
export type * from './chain-rows.ts'
export type * from './delivery-rows.ts'
export type * from './flag.ts'
export type * from './follower-rows.ts'
export * from './history-rows.ts'
export type * from './hold-rows.ts'
export type * from './intel-rows.ts'
export type * from './list-rows.ts'
export type * from './rescreen-rows.ts'
export type * from './safe-rows.ts'
export type * from './service-rows.ts'
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
  chain_probes: ChainProbeRow
  chain_accounts: ChainAccountRow
  contracts: ContractRow
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
}

/** A connection or a transaction. */
export type Db = Kysely<Schema>

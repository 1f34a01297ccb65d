/** Room: The tables, by subject: from one definition follow the statements that create them and the types of their rows. */

import type { Kysely } from 'kysely'
import type { tables } from './create-schema.ts'
import type { RowsOf } from './define.ts'

export type { EventSubject } from './alert-tables.ts'
export type { Flag } from './define.ts'
export * from './standing.ts'

/**
 * Row types of all tables, equal on SQLite and PostgreSQL: times in integer milliseconds, booleans as 0 or 1, JSON as text.
 * Secrets are always encrypted (secrets/sealing.ts).
 */
export interface Schema extends RowsOf<typeof tables> {}

/** A connection or a transaction. */
export type Db = Kysely<Schema>

export type AddressBlockRow = Schema['address_blocks']
export type AlertEventRow = Schema['alert_events']
export type AlertRow = Schema['alerts']
export type ApiKeyRow = Schema['api_keys']
export type AuditRow = Schema['audit']
export type ChainAccountRow = Schema['chain_accounts']
export type ChainBlockRow = Schema['chain_blocks']
export type ChainEventRow = Schema['chain_events']
export type ChainHeadRow = Schema['chain_heads']
export type ChainNodeRow = Schema['chain_nodes']
export type ChainProbeRow = Schema['chain_probes']
export type ChainSettingsRow = Schema['chain_settings']
export type ContractRow = Schema['contracts']
export type CounterpartyRow = Schema['counterparties']
export type DeliveryAttemptRow = Schema['delivery_attempts']
export type DeliveryGroupRow = Schema['delivery_groups']
export type DeliveryRow = Schema['deliveries']
export type DestinationQueueRow = Schema['lanes']
export type DestinationRow = Schema['destinations']
export type DigestRow = Schema['digests']
export type EnabledFeedRow = Schema['enabled_feeds']
export type EntryRow = Schema['control_list_entries']
export type FanOutRow = Schema['fan_outs']
export type GrantedAllowanceRow = Schema['granted_allowances']
export type HoldRow = Schema['holds']
export type IdempotentAnswerRow = Schema['idempotent_answers']
export type IntelEntryRow = Schema['intel_entries']
export type IntelGenerationRow = Schema['intel_generations']
export type IntelSourceRow = Schema['intel_sources']
export type KeptCountRow = Schema['kept_counts']
export type MonitorBackfillRow = Schema['monitor_backfills']
export type MonitorBalanceRow = Schema['monitor_balances']
export type MonitorRow = Schema['monitored_addresses']
export type NameRow = Schema['names']
export type NonceRow = Schema['nonces']
export type PaymentRow = Schema['payments']
export type PolicyRow = Schema['policies']
export type PolicySpendRow = Schema['policy_spends']
export type PolicySumRow = Schema['policy_sums']
export type PriceRow = Schema['prices']
export type RescreenRow = Schema['rescreens']
export type RevisionRow = Schema['revisions']
export type SafeBudgetRow = Schema['safe_budgets']
export type SafeItemRow = Schema['safe_items']
export type SafeRow = Schema['safes']
export type SignerRow = Schema['signers']
export type TransactionReportRow = Schema['transaction_reports']
export type TransactionRow = Schema['transactions']
export type VerdictChangeRow = Schema['verdict_changes']

/** The codes of the column `state`. `records/transaction-record.ts` has the names that the interface shows. */
export type StoredEventState = ChainEventRow['state']
export type SafeItemState = SafeItemRow['state']

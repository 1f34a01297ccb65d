import type { Kysely } from 'kysely'
import type { SubCategory } from '../../api/vocabulary.ts'

/**
 * The tables as the repositories see them. Times are integer milliseconds, booleans 0 or 1, JSON is text:
 * the same on SQLite and PostgreSQL. Secrets are sealed text (secrets/sealing.ts), never plain.
 */
export interface Schema {
  api_keys: ApiKeyRow
  control_list_entries: EntryRow
  monitored_addresses: MonitorRow
  alerts: AlertRow
  alert_destinations: AlertDestinationRow
  destinations: DestinationRow
  alert_events: AlertEventRow
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
  graph_edges: GraphEdgeRow
  kept_counts: KeptCountRow
}

/** A connection or a transaction: repositories take either. */
export type Db = Kysely<Schema>

export type Flag = 0 | 1

export interface ApiKeyRow {
  id: string
  kind: 'validation' | 'management'
  /** SHA-256 of the key, hex. */
  hash: string
  /** The first characters, to tell keys apart in lists. */
  hint: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

export interface EntryRow {
  id: string
  /** As it was given. */
  address: string
  /** Lower case: what is looked up. */
  address_key: string
  /** JSON array of chain ids; [] is every chain. */
  chain_ids: string
  type: 'ALLOW' | 'BLOCK'
  product_type: 'SONAR' | 'RASP'
  created_at: number
  last_updated_at: number
}

export interface MonitorRow {
  id: string
  address: string
  address_key: string
  chain_id: string
  name: string
  /** Lower case, for the filter that takes any case. */
  name_key: string
  enabled: Flag
  created_at: number
}

export interface AlertRow {
  id: string
  name: string
  type: 'SONAR' | 'RASP' | 'MONITOR'
  /** JSON of the contract's transactionFilter. */
  filter: string
  is_active: Flag
  sent_counter: number
  created_at: number
  updated_at: number
}

export interface AlertDestinationRow {
  alert_id: string
  destination_id: string
  /** Keeps the order in which the ids were given. */
  position: number
}

export interface DestinationRow {
  id: string
  name: string
  channel: 'SLACK' | 'DISCORD' | 'TELEGRAM' | 'EMAIL' | 'WEBHOOK'
  sealed_webhook_url: string | null
  chat_id: string | null
  sealed_token: string | null
  state: 'ACTIVE' | 'INACTIVE'
  error_message: string
  created_at: number
}

/** An alert that matched a transaction: told at least once to each destination it had then. */
export interface AlertEventRow {
  id: string
  alert_id: string
  alert_name: string
  alert_type: 'SONAR' | 'RASP' | 'MONITOR'
  svc_tx_id: string
  /** JSON of what is told (alerts/event-content.ts), as it was when the alert matched. */
  content: string
  created_at: number
  /** When the first destination accepted it: what alertSentCounter counts. */
  confirmed_at: number | null
}

/** Something that one destination has to be told; a dead letter is a state of it. */
export interface DeliveryRow {
  id: string
  event_id: string
  alert_id: string
  destination_id: string
  destination_name: string
  channel: DestinationRow['channel']
  state: 'PENDING' | 'SENT' | 'DEAD' | 'CANCELLED'
  /** Not tried before (ms). */
  due_at: number
  attempts: number
  /** Of the attempts, those that tell nothing of the receiver: cut off by us, or made to its former address. */
  uncounted: number
  /** What the last try met, or why there was none; '' otherwise. */
  error_message: string
  created_at: number
  updated_at: number
}

/** Only ever added to. */
export interface DeliveryAttemptRow {
  delivery_id: string
  /** From 1. */
  number: number
  at: number
  latency_ms: number
  state: 'SENT' | 'FAILED'
  error_message: string
  /** Of the lane's lease under which it was made. */
  claim_id: string
}

/** The way to one destination: one sender at a time, so that order and pauses hold over all processes. */
export interface DestinationQueueRow {
  destination_id: string
  claim_id: string | null
  /** A claim holds until then (ms). */
  lease_until: number
  /** Nobody sends before (ms): the receiver asked for it, or it is down. */
  paused_until: number
  /** The part of the pause that the receiver asked for (ms): no retry by hand goes before it. */
  closed_until: number
  /** Tries in a row that failed. */
  failures: number
  failing_since: number | null
}

export interface PriceRow {
  chain_id: string
  /** Lower case; '' is the native currency. */
  token: string
  decimals: number
  /** Of one whole token, decimal. */
  usd: string
  as_of: number
  /** Of the snapshot it came with; in force when it is a source's. */
  generation: number
}

export interface TransactionRow {
  id: string
  product: 'SONAR' | 'RASP'
  chain_id: string
  from_key: string
  to_key: string | null
  /** Wei, decimal. */
  value: string
  valid: Flag
  combined_score: number
  sub_category: string
  /** What the sender stands to lose, whole USD; null when a price was missing, or before it was reckoned. */
  total_loss: number | null
  /** JSON of the request as it was judged, with client data, without its trace. */
  request: string
  /** JSON of the validation result as it was answered, with explanation and coverage. */
  result: string
  /** Tracked nonce of the issued payload; null when none was issued or it is not tracked. */
  payload_nonce: number | null
  /** Until when the number is taken: the payload's expiry, or when its number was given back. */
  payload_expires_at: number | null
  /** On-chain id as reported, lower case. */
  transaction_id: string | null
  block_number: string | null
  block_time: number | null
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
  /** The last number known to be used on chain. */
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
  /** SHA-256 over key id, method, path and Idempotency-Key, hex. */
  scope: string
  request_hash: string
  status: number
  sealed_answer: string
  /** A replay after this time (ms) is refused: the answer holds something that expires. */
  good_until: number | null
  /** A replay under another evidence revision is refused: the answer is a judgement. */
  evidence_revision: number | null
  created_at: number
  expires_at: number
}

export interface SettingRow {
  name: string
  value: string
  updated_at: number
}

/** Counts changes of something that answers depend on. */
export interface RevisionRow {
  name: 'evidence'
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

/** A feed whose snapshot is in force. */
export interface IntelSourceRow {
  name: string
  format: string
  /** Entries of this generation are the source's; those of any other are on their way in or out. */
  generation: number
  /** Rows of the feed. */
  rows_read: number
  rows_kept: number
  rows_rejected: number
  /** JSON: why rows were rejected, how many, the first examples. */
  rejections: string
  entries: number
  imported_at: number
  /** When the snapshot was last known to be the current one. */
  as_of: number
  max_age_ms: number | null
  /** JSON array of chain ids its addresses are on where the feed does not say; null: as the format decides. */
  chain_ids: string | null
  url: string | null
  etag: string | null
  last_modified: string | null
}

/** A snapshot, in force or not. One import runs at a time, so that its entries have ids in one row. */
export interface IntelGenerationRow {
  id: number
  source: string
  first_entry: number
  /** Below `first_entry` while there is none. */
  last_entry: number
  started_at: number
}

/** What is known of an address; of a selector its signature. */
export type IntelEntryKind =
  | 'malicious'
  | 'sanctioned'
  | 'mixer'
  | 'benign'
  | 'token'
  | 'protocol'
  | 'exchange'
  | 'burn'
  | 'signature'

export type IntelSubCategory = Exclude<SubCategory, 'sanctionedInteraction' | 'blockedAddress'>

export interface IntelEntryRow {
  id: number
  generation: number
  /** The 20 bytes of an address, or the 4 of a function selector. */
  key: Uint8Array
  /** JSON array of chain ids; [] is every chain. */
  chain_ids: string
  kind: IntelEntryKind
  sub_category: IntelSubCategory | null
  severity: number | null
  label: string
  symbol: string | null
  canonical: Flag
  /** The first three and last three hex digits, of what lookalikes are compared with. */
  ends: number | null
  /** Of canonical tokens. */
  symbol_skeleton: string | null
  name_skeleton: string | null
}

/** Somebody a sender has dealt with in valid transactions that were reported on chain. Addresses in lower case. */
export interface CounterpartyRow {
  chain_id: string
  owner: string
  counterparty: string
  /** The first three and last three hex digits of the counterparty. */
  ends: number
  first_seen: number
  last_seen: number
  count: number
  /** Whether something of worth ever went there. */
  had_value: Flag
}

/** How many rows there are, kept as they come and go: counting millions takes seconds. */
export interface KeptCountRow {
  name: 'allow' | 'block' | 'monitors'
  count: number
}

/** Two addresses with a transfer between them, whichever way. */
export interface GraphEdgeRow {
  chain_id: string
  /** 20 bytes, the smaller of the two. */
  a: Uint8Array
  b: Uint8Array
  count: number
}

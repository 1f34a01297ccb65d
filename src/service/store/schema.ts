import type { Kysely } from 'kysely'

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
  transactions: TransactionRow
  transaction_reports: TransactionReportRow
  nonces: NonceRow
  signers: SignerRow
  idempotent_answers: IdempotentAnswerRow
  settings: SettingRow
  revisions: RevisionRow
  audit: AuditRow
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
  /** JSON of the request as it was judged, with client data. */
  request: string
  /** JSON of the validation result as it was answered, with explanation and coverage. */
  result: string
  /** Tracked nonce of the issued payload; null when none was issued or it is not tracked. */
  payload_nonce: number | null
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

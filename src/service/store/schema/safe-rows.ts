import type { Verdict } from '../../../api/verdict.ts'
import type { safeItemStates } from '../../../api/vocabulary.ts'

/** A Safe whose transactions are checked, and what the poller of its queue remembers. Times in ms. */
export interface SafeRow {
  id: string
  chain_id: string
  /** Lower case. */
  address_key: string
  /** '' for none. */
  name: string
  /** `host` or `host:port` of the transaction service, the part of its URL that is shown; null: it has none. */
  service_host: string | null
  /** JSON of URL and key (safes/service-secret.ts). */
  sealed_service: string | null
  /** Id of the budget that its requests count for (safes/budget); null: the service has no quota. */
  budget_id: string | null
  created_at: number
  /** When the columns above changed last. */
  updated_at: number
  /** Polls so far: messages and delegates are read every third. */
  turn: number
  /** Start of the last poll. */
  polled_at: number | null
  /** When it is polled next. 0: now. */
  next_poll_at: number
  /** When the service gave a complete queue last. */
  queue_at: number | null
  /** JSON of the Safe as a node showed it last, and how far it was read (safes/follow/kept-state.ts). */
  state: string | null
  /** JSON of its delegates, with the times when each was seen first (safes/follow/kept-state.ts). */
  delegates: string | null
  /** Why the last poll failed: code and one line. */
  error_code: string | null
  error: string | null
  /** Server that has the lease. */
  holder: string | null
  claim_id: string | null
  /** End of the lease. */
  lease_until: number
}

export type SafeItemKind = 'transaction' | 'message'
export type SafeItemState = (typeof safeItemStates)[number]

/** A transaction or message that waits in the queue of a Safe, or waited there. Times in ms. */
export interface SafeItemRow {
  id: string
  safe_id: string
  kind: SafeItemKind
  /** As recomputed, lower case; as the service claims it, while the content is not readable. */
  safe_tx_hash: string
  /** As the service claims it, when that is another one. */
  claimed_hash: string | null
  /** Decimal; null: of a message. */
  nonce: string | null
  /** JSON of what is signed: the ten fields, or the message; null: too large, or not readable. */
  content: string | null
  /** Lower case; null: the service names none. */
  proposer: string | null
  /** As the service claims it. */
  submitted_at: number | null
  /** JSON of the signatures that the service has (safes/transaction-service). */
  confirmations: string
  state: SafeItemState
  /** How often it came back after it was withdrawn or replaced. */
  round: number
  /** Its first validation; null: not validated yet. */
  svc_tx_id: string | null
  /** Verdict of the last check. */
  verdict: Verdict | null
  /** Digest of what it does, as the last check says. */
  effect_digest: string | null
  checked_at: number | null
  /** Revision of the evidence that the last check read; null where none is known. */
  evidence_revision: number | null
  /** Hash of the transaction that executed it, lower case. */
  transaction_id: string | null
  first_seen_at: number
  updated_at: number
}

/** Requests to a service that has a quota, of all Safes with the same key together. Times in ms. */
export interface SafeBudgetRow {
  /** Keyed hash of origin and key. */
  id: string
  /** When `used` starts at 0 again. */
  window_end: number
  used: number
  /** Requests in a window, as the service says; null: it did not say yet. */
  quota: number | null
  /** The service refuses requests until then. */
  paused_until: number
  updated_at: number
}

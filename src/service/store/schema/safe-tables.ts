import type { Verdict } from '../../../api/verdict.ts'
import { safeItemStates } from '../../../api/vocabulary.ts'
import { bigint, index, integer, namedEnds, table, text, uniqueTogether } from './define.ts'

/** Safes, what waits in their queues, and the requests that their transaction services got. */
export const safeTables = {
  /** A Safe whose transactions are checked, and what the poller of its queue remembers. Times in ms. */
  safes: table({
    id: text.key,
    chain_id: text.required,
    /** Lower case. */
    address_key: text.required,
    /** '' for none. */
    name: text.required,
    /** `host` or `host:port` of the transaction service, the part of its URL that is shown; null: it has none. */
    service_host: text,
    /** JSON of URL and key (safes/service-secret.ts). */
    sealed_service: text,
    /** Id of the budget that its requests count for (safes/budget); null: the service has no quota. */
    budget_id: text,
    created_at: bigint.required,
    /** When the columns above changed last. */
    updated_at: bigint.required,
    /** Polls so far: messages and delegates are read every third. */
    turn: bigint.required,
    /** Start of the last poll. */
    polled_at: bigint,
    /** When it is polled next. 0: now. */
    next_poll_at: bigint.required,
    /** When the service gave a complete queue last. */
    queue_at: bigint,
    /** JSON of the Safe as a node showed it last, and how far it was read (safes/follow/kept-state.ts). */
    state: text,
    /** JSON of its delegates, with the times when each was seen first (safes/follow/kept-state.ts). */
    delegates: text,
    /** Why the last poll failed: code and one line. */
    error_code: text,
    error: text,
    /** Server that has the lease. */
    holder: text,
    claim_id: text,
    /** End of the lease. */
    lease_until: bigint.required,
  }).with(uniqueTogether('chain_id', 'address_key'), namedEnds),

  /** A transaction or message that waits in the queue of a Safe, or waited there. Times in ms. */
  safe_items: table({
    id: text.key,
    safe_id: text.required,
    kind: text.oneOf('transaction', 'message'),
    /** As recomputed, lower case; as the service claims it, while the content is not readable. */
    safe_tx_hash: text.required,
    /** As the service claims it, when that is another one. */
    claimed_hash: text,
    /** Decimal; null: of a message. */
    nonce: text,
    /** JSON of what is signed: the ten fields, or the message; null: too large, or not readable. */
    content: text,
    /** Lower case; null: the service names none. */
    proposer: text,
    /** As the service claims it. */
    submitted_at: bigint,
    /** JSON of the signatures that the service has (safes/transaction-service). */
    confirmations: text.required,
    state: text.oneOf(...safeItemStates),
    /** How often it came back after it was withdrawn or replaced. */
    round: integer.required,
    /** Its first validation; null: not validated yet. */
    svc_tx_id: text,
    /** Verdict of the last check. */
    verdict: text.as<Verdict>(),
    /** Digest of what it does, as the last check says. */
    effect_digest: text,
    checked_at: bigint,
    /** Revision of the evidence that the last check read; null where none is known. */
    evidence_revision: integer,
    /** Hash of the transaction that executed it, lower case. */
    transaction_id: text,
    first_seen_at: bigint.required,
    updated_at: bigint.required,
  }).with(
    uniqueTogether('safe_id', 'kind', 'safe_tx_hash'),
    index('hash', ['safe_tx_hash']),
    index('transaction', ['svc_tx_id']),
    index('updated', ['updated_at', 'id']),
  ),

  /** Requests to a service that has a quota, of all Safes with the same key together. Times in ms. */
  safe_budgets: table({
    /** Keyed hash of origin and key. */
    id: text.key,
    /** When `used` starts at 0 again. */
    window_end: bigint.required,
    used: bigint.required,
    /** Requests in a window, as the service says; null: it did not say yet. */
    quota: bigint,
    /** The service refuses requests until then. */
    paused_until: bigint.required,
    updated_at: bigint.required,
  }),
}

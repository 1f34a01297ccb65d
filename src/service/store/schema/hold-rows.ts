import type { Verdict } from '../../../api/verdict.ts'
import type { HoldKind, HoldState } from '../../../api/vocabulary.ts'

/** One approval of what a policy holds. */
export interface StoredApproval {
  /** The actor. */
  readonly by: string
  /** ms since 1970. */
  readonly at: number
}

/** A request that a proxy refused and a person decides about. The same request after the end of the last hold makes a new one. */
export interface HoldRow {
  id: string
  /** SHA-256 of the requester, the digest and the content, in hex. */
  content_key: string
  /** `expired` is never stored: it is held or approved after `expires_at`. */
  state: Exclude<HoldState, 'expired'>
  /** When `expires_at` was set, of the `DeadlineClock` (ms). */
  set_at: number
  /** End of the state, of the `DeadlineClock` (ms); null: none. */
  expires_at: number | null
  /** End of the approval, also after its release (ms); null: it was never approved. */
  approved_until: number | null
  /** SHA-256 of the token of the release that waits for its outcome, in hex; null: none does. */
  release_token_hash: string | null
  /** The actor of the request. */
  requested_by: string
  self_approve: 0 | 1
  /** How many other keys than that of the requester approve it, as a policy holds it; 0: none does. */
  approvals: number
  /** JSON of who approved it so far, in this order. */
  approved_by: string
  created_at: number
  updated_at: number
  decided_by: string | null
  decided_at: number | null
  reason: string | null
  transaction_id: string | null
  /** An earlier hold of the same content that was released without an outcome. */
  unknown_before: string | null
  /** Alerts that were notified. */
  told_alerts: number
  /** The validation with the worst verdict; null: of messages only. */
  svc_tx_id: string | null
  /** Lower-case hex. */
  digest: string
  kind: HoldKind
  method: string
  chain_id: string
  verdict: Verdict
  combined_score: number
  category: string
  sub_category: string
  /** The most that its fees can cost in wei, decimal, as the requester says; null: not known. */
  max_fee: string | null
  /** Whether the approval came back once after an answer of the upstream. */
  returned: 0 | 1
  /** JSON of what was requested (api/schemas/hold.ts, HoldPart). */
  parts: string
}

import type { Verdict } from '../../../api/verdict.ts'

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

/** A policy of the operator. */
export interface PolicyRow {
  name: string
  /** JSON of the policy as it was given (api/schemas/policy.ts). */
  content: string
  created_at: number
  updated_at: number
}

/** What a validation takes from a budget. */
export interface PolicySpendRow {
  /** What the clause of a policy counts under: it changes with its scope. */
  budget: string
  /** USD, a symbol, or the address of a token in lower case. */
  unit: string
  svc_tx_id: string
  policy: string
  /** Decimal, with `LIMIT_SCALE` digits behind the point. */
  amount: string
  /**
   * RESERVED: it may still be sent. SETTLED: a receipt, a report or a block has it. REPLACED: it may be sent in the place of another
   * one of the same nonce, which counts for it. RELEASED: it does not count: it will not be sent, or is blocked.
   */
  state: 'RESERVED' | 'SETTLED' | 'REPLACED' | 'RELEASED'
  /** When it counts (ms). */
  at: number
  /** When the reservation ends (ms); null: with its window. */
  expires_at: number | null
  chain_id: string
  /** Lower case. */
  sender: string
  /** Account nonce, or that of a Safe, decimal; null: it may have any. */
  nonce: string | null
  /** Of what owners of a Safe sign: the validation of the call that executes it; null: none yet, or it is no such thing. */
  executed_by: string | null
}

/** What a budget has used in an hour, of all that is not released. */
export interface PolicySumRow {
  budget: string
  unit: string
  /** Start of the hour (ms). */
  hour: number
  /** As that of a spend. */
  amount: string
}

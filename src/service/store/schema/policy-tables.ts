import { bigint, index, primaryKey, table, text } from './define.ts'

/** Policies of the operator, and what validations take from their budgets. */
export const policyTables = {
  /** A policy of the operator. */
  policies: table({
    name: text.key,
    /** JSON of the policy as it was given (api/schemas/policy.ts). */
    content: text.required,
    created_at: bigint.required,
    updated_at: bigint.required,
  }),

  /** What a validation takes from a budget. */
  policy_spends: table({
    /** What the clause of a policy counts under: it changes with its scope. */
    budget: text.required,
    /** USD, a symbol, or the address of a token in lower case. */
    unit: text.required,
    svc_tx_id: text.required,
    policy: text.required,
    /** Decimal, with `LIMIT_SCALE` digits behind the point. */
    amount: text.required,
    /**
     * RESERVED: it may still be sent. SETTLED: a receipt, a report or a block has it. REPLACED: it may be sent in the place of another
     * one of the same nonce, which counts for it. RELEASED: it does not count: it will not be sent, or is blocked.
     */
    state: text.oneOf('RESERVED', 'SETTLED', 'REPLACED', 'RELEASED'),
    /** When it counts (ms). */
    at: bigint.required,
    /** When the reservation ends (ms); null: with its window. */
    expires_at: bigint,
    chain_id: text.required,
    /** Lower case. */
    sender: text.required,
    /** Account nonce, or that of a Safe, decimal; null: it may have any. */
    nonce: text,
    /** Of what owners of a Safe sign: the validation of the call that executes it; null: none yet, or it is no such thing. */
    executed_by: text,
  }).with(
    primaryKey('budget', 'unit', 'svc_tx_id'),
    index('window', ['budget', 'at']),
    index('transaction', ['svc_tx_id']),
    index('nonce', ['chain_id', 'sender', 'nonce']),
    index('due', ['budget', 'expires_at']),
  ),

  /** What a budget has used in an hour, of all that is not released. */
  policy_sums: table({
    budget: text.required,
    unit: text.required,
    /** Start of the hour (ms). */
    hour: bigint.required,
    /** As that of a spend. */
    amount: text.required,
  }).with(primaryKey('budget', 'unit', 'hour')),
}

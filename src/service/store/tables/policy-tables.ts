import { bigint, type Definition, index, primaryKey, table, text } from './define.ts'

/** Policies of the operator, and what validations take from their budgets. */
export const policyTables: readonly Definition[] = [
  table('policies', {
    name: text.key,
    content: text.required,
    created_at: bigint.required,
    updated_at: bigint.required,
  }),

  table('policy_spends', {
    budget: text.required,
    unit: text.required,
    svc_tx_id: text.required,
    policy: text.required,
    amount: text.required,
    state: text.oneOf('RESERVED', 'SETTLED', 'REPLACED', 'RELEASED'),
    at: bigint.required,
    expires_at: bigint,
    chain_id: text.required,
    sender: text.required,
    nonce: text,
    executed_by: text,
    policy_spends_pk: primaryKey('budget', 'unit', 'svc_tx_id'),
  }),
  index('policy_spends', 'window', ['budget', 'at']),
  index('policy_spends', 'transaction', ['svc_tx_id']),
  index('policy_spends', 'nonce', ['chain_id', 'sender', 'nonce']),
  index('policy_spends', 'due', ['budget', 'expires_at']),

  table('policy_sums', {
    budget: text.required,
    unit: text.required,
    hour: bigint.required,
    amount: text.required,
    policy_sums_pk: primaryKey('budget', 'unit', 'hour'),
  }),
]

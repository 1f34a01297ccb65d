import { bigint, bytes, check, type Definition, flag, index, integer, primaryKey, table, text } from './define.ts'

/** What earlier transactions show of addresses: counterparties, payments, allowances, and the hop graph. */
export const evidenceTables: readonly Definition[] = [
  table('counterparties', {
    chain_id: text.required,
    owner: text.required,
    counterparty: text.required,
    ends: integer.required,
    first_seen: bigint.required,
    last_seen: bigint.required,
    count: bigint.required,
    had_value: flag,
    standing: integer.required,
    counterparties_pk: primaryKey('chain_id', 'owner', 'counterparty'),
  }),
  index('counterparties', 'counterparty', ['counterparty']),
  // For lookalikes among the thousands of counterparties a sender can have.
  index('counterparties', 'ends', ['chain_id', 'owner', 'ends']),

  // Amounts have 78 digits, filled with zeros on the left, so that text order is number order.
  table('payments', {
    chain_id: text.required,
    owner: text.required,
    counterparty: text.required,
    asset: text.required,
    amount: text.required,
    paid_at: bigint.required,
    standing: integer.required,
    svc_tx_id: text.required,
    payments_pk: primaryKey('chain_id', 'owner', 'counterparty', 'asset'),
  }),
  index('payments', 'transaction', ['svc_tx_id']),

  table('granted_allowances', {
    chain_id: text.required,
    owner: text.required,
    spender: text.required,
    token: text.required,
    amount: text.required,
    standing: integer.required,
    svc_tx_id: text.required,
    granted_allowances_pk: primaryKey('chain_id', 'owner', 'spender', 'token'),
  }),
  index('granted_allowances', 'transaction', ['svc_tx_id']),

  // Each pair once, the smaller address first; the index serves the other direction.
  table('graph_edges', {
    chain_id: text.required,
    a: bytes.required,
    b: bytes.required,
    count: bigint.required,
    graph_edges_pk: primaryKey('chain_id', 'a', 'b'),
    graph_edges_order: check('a < b'),
  }),
  index('graph_edges', 'back', ['chain_id', 'b', 'a']),
]

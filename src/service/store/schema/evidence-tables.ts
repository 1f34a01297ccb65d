import { bigint, bytes, check, flag, index, integer, primaryKey, table, text } from './define.ts'
import type { Standing } from './standing.ts'

/** What earlier transactions show of addresses: counterparties, payments, allowances, and the hop graph. */
export const evidenceTables = {
  /** A counterparty of a sender's valid, on-chain transactions. Addresses in lower case. */
  counterparties: table({
    chain_id: text.required,
    owner: text.required,
    counterparty: text.required,
    /** The first three and last three hex digits of the counterparty. */
    ends: integer.required,
    first_seen: bigint.required,
    last_seen: bigint.required,
    count: bigint.required,
    /** Whether a transfer of value ever went there. */
    had_value: flag,
    /** The best that shows a payment; without one, the best that shows it. */
    standing: integer.as<Standing>().required,
  }).with(
    primaryKey('chain_id', 'owner', 'counterparty'),
    index('counterparty', ['counterparty']),
    // For lookalikes among the thousands of counterparties a sender can have.
    index('ends', ['chain_id', 'owner', 'ends']),
  ),

  /** The largest payment of an asset in a reported transaction below WARNING, of those with the best standing. Addresses in lower case. */
  payments: table({
    chain_id: text.required,
    owner: text.required,
    counterparty: text.required,
    /** Token contract; `native` for the native currency. */
    asset: text.required,
    /** Base units, or items: 78 decimal digits, filled with zeros on the left, so that text order is number order. */
    amount: text.required,
    paid_at: bigint.required,
    standing: integer.as<Standing>().required,
    svc_tx_id: text.required,
  }).with(primaryKey('chain_id', 'owner', 'counterparty', 'asset'), index('transaction', ['svc_tx_id'])),

  /** The largest allowance that an owner granted in a transaction below WARNING. Addresses in lower case. */
  granted_allowances: table({
    chain_id: text.required,
    owner: text.required,
    spender: text.required,
    token: text.required,
    /** Base units: 78 decimal digits, filled with zeros on the left, so that text order is number order. */
    amount: text.required,
    standing: integer.as<Standing>().required,
    svc_tx_id: text.required,
  }).with(primaryKey('chain_id', 'owner', 'spender', 'token'), index('transaction', ['svc_tx_id'])),

  /** Transfers between two addresses (20 bytes, `a` the smaller one), in both directions. The index serves the one from `b`. */
  graph_edges: table({
    chain_id: text.required,
    a: bytes.required,
    b: bytes.required,
    count: bigint.required,
  }).with(primaryKey('chain_id', 'a', 'b'), check('order', 'a < b'), index('back', ['chain_id', 'b', 'a'])),
}

import type { Flag } from './flag.ts'

/** A counterparty of a sender's valid, on-chain transactions. Addresses in lower case. */
export interface CounterpartyRow {
  chain_id: string
  owner: string
  counterparty: string
  /** The first three and last three hex digits of the counterparty. */
  ends: number
  first_seen: number
  last_seen: number
  count: number
  /** Whether a transfer of value ever went there. */
  had_value: Flag
  /** The best that shows a payment; without one, the best that shows it. */
  standing: Standing
}

/**
 * What shows a transaction: 0 the report of another key than the one that validated it, 1 the report of that key or of the
 * operator, 2 a node.
 */
export type Standing = 0 | 1 | 2

export const CONFIRMED: Standing & 2 = 2

/** The largest payment of an asset in a reported transaction below WARNING, of those with the best standing. Addresses in lower case. */
export interface PaymentRow {
  chain_id: string
  owner: string
  counterparty: string
  /** Token contract; `native` for the native currency. */
  asset: string
  /** Base units, or items: 78 decimal digits, so that text order is number order. */
  amount: string
  paid_at: number
  standing: Standing
  svc_tx_id: string
}

/** The largest allowance that an owner granted in a transaction below WARNING. Addresses in lower case. */
export interface GrantedAllowanceRow {
  chain_id: string
  owner: string
  spender: string
  token: string
  /** Base units: 78 decimal digits, so that text order is number order. */
  amount: string
  standing: Standing
  svc_tx_id: string
}

/** Row counter, updated with every insert and delete: counting millions of rows takes seconds. */
export interface KeptCountRow {
  name: 'allow' | 'block' | 'monitors'
  count: number
}

import { bandFloors } from '../../../api/vocabulary.ts'
import { NATIVE } from '../../evm/asset.ts'
import { type Action, type Asset, native } from '../../risk/actions/actions.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { Call } from '../../risk/decode/calls.ts'
import { paidAmount, paymentKey } from '../../risk/money/history.ts'
import { setByCall } from '../../risk/parties/trust.ts'
import { recordCounterparty } from '../../store/repositories/counterparties.ts'
import { forgetAllowance, type GrantedAllowance, recordAllowance } from '../../store/repositories/granted-allowances.ts'
import { addEdges } from '../../store/repositories/graph.ts'
import { recordPayments, sortable } from '../../store/repositories/payments.ts'
import type { Db, PaymentRow, Standing } from '../../store/schema/schema.ts'
import type { Proof } from './proof.ts'

/** A payment or paid call between two addresses (lower case). */
interface Payment {
  readonly from: string
  readonly to: string
  readonly hadValue: boolean
  /** What a contract pays out to it: a contact. */
  readonly isOutput?: true
  /** Paid with a call: what the contract did for it, it does not do for a payment without one. It vouches for none. */
  readonly isOfCall?: true
  /** What was paid; undefined: nothing that vouches. */
  readonly asset?: Asset
  readonly call: Call
}

/** Identifies the transaction and what shows it. */
export interface HistorySource {
  readonly svcTxId: string
  readonly standing: Standing
  /** Block time (ms since 1970). */
  readonly at: number
  readonly combinedScore: number
  /** Whether this transaction was counted before for the two addresses (`pairsPaid`), by an earlier report. */
  readonly isCounted: (pair: string) => boolean
  /** What it did, where a node has it: call data alone says what it would do. */
  readonly proof?: Proof | undefined
}

/**
 * Records the counterparties of the sender and of the accounts it acts for (a Safe, a smart account), what they paid and
 * allowed, and the edges of the hop graph, when a transaction is reported or confirmed. Only value makes an edge: anyone can
 * send a zero-value transfer. A transaction at WARNING or more vouches for nothing: its counterparties are contacts.
 */
export async function recordHistory(
  db: Db,
  analysis: Analysis,
  { svcTxId, standing, at, combinedScore, isCounted, proof }: HistorySource,
): Promise<void> {
  const vouches = combinedScore < bandFloors.WARNING
  const { transaction, own } = analysis
  const { chainId } = transaction
  const payments = paymentsOf(analysis)
  const byPair = Map.groupBy(
    payments.filter(({ from }) => own.has(from)),
    pairOf,
  )
  for (const [pair, group] of byPair) {
    const [{ from: owner, to: counterparty }] = group as [Payment]
    const hadValue = group.some((payment) => payment.hadValue)
    const row = { chain_id: chainId, owner, counterparty, paid_at: at, standing, svc_tx_id: svcTxId }
    const shown = proof && largestOf(group, row, proof).length === 0 ? 0 : standing
    const seen = { counterparty, hadValue, standing: shown, isCounted: isCounted(pair) }
    await recordCounterparty(db, { chainId, owner }, seen, at)
    const alone = group.filter(({ isOfCall }) => !isOfCall)
    if (vouches) await recordPayments(db, largestOf(alone, row, proof))
  }
  for (const { call, ...allowance } of analysis.actions.flatMap((action) => allowanceOf(action, chainId))) {
    if (!own.has(allowance.owner)) continue
    if (allowance.amount === 0n) await forgetAllowance(db, allowance)
    // When another key reports it, nothing is known that a node does not say.
    else if (vouches && standing > 0 && proof?.allowed({ ...allowance, call }) !== false)
      await recordAllowance(db, allowance, { standing, svc_tx_id: svcTxId })
  }
  const edges = payments
    .filter((payment) => payment.hadValue && !isCounted(pairOf(payment)))
    .map(({ from, to }) => ({ chainId, from, to }))
  await addEdges(db, edges)
}

/** Lists the pairs of payer and payee that a transaction counts for. */
export function pairsPaid(analysis: Analysis): string[] {
  return paymentsOf(analysis).map(pairOf)
}

function pairOf({ from, to }: Payment): string {
  return `${from} ${to}`
}

function paymentsOf(analysis: Analysis): Payment[] {
  return analysis.actions.flatMap(paymentOf).filter(({ from, to }) => from !== to)
}

/** The largest payment of each asset. */
function largestOf(
  payments: readonly Payment[],
  row: Omit<PaymentRow, 'asset' | 'amount'>,
  proof: Proof | undefined,
): PaymentRow[] {
  const largest = new Map<string, bigint>()
  for (const { asset, hadValue, isOutput, from, to, call } of payments) {
    if (!asset || !hadValue || isOutput) continue
    const named = paidAmount(asset)
    if (named === undefined) continue
    const key = paymentKey(asset)
    const amount = proof ? proof.paid({ from, to, asset: key, amount: named, call }) : named
    if (amount === undefined) continue
    if (amount > (largest.get(key) ?? 0n)) largest.set(key, amount)
  }
  return Array.from(largest, ([asset, amount]) => ({ ...row, asset, amount: sortable(amount) }))
}

/** An allowance of tokens that a call sets; 0 ends it. */
function allowanceOf(action: Action, chainId: string): (GrantedAllowance & { readonly call: Call })[] {
  if (action.kind !== 'grant' || !setByCall.includes(action.form)) return []
  const { token, amount } = action.asset
  if (token === NATIVE || amount === undefined) return []
  return [{ chainId, owner: action.owner, spender: action.authority, token, amount, call: action.call }]
}

function paymentOf(action: Action): Payment[] {
  if (action.kind === 'transfer') {
    const { from, authority: to, asset } = action
    return [{ from, to, hadValue: hasValue(asset), asset, call: action.call }]
  }
  if (action.kind === 'exchange' && action.authority !== action.call.to)
    return [{ from: action.payer, to: action.authority, hadValue: true, isOutput: true, call: action.call }]
  if (action.kind !== 'interaction' || action.value === 0n) return []
  const { call, authority: to, value } = action
  return [{ from: call.actor, to, hadValue: true, asset: native(value), isOfCall: true, call }]
}

/** An amount that the call does not fix counts as zero. */
function hasValue({ standard, amount, ids }: Asset): boolean {
  return standard === 'erc721' ? ids.length > 0 : (amount ?? 0n) > 0n
}

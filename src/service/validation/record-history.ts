import { bandFloors } from '../../api/vocabulary.ts'
import type { Action, Asset } from '../risk/actions/actions.ts'
import type { Analysis } from '../risk/analyze.ts'
import { accountsIn } from '../risk/controlled-accounts.ts'
import { setByCall } from '../risk/trust.ts'
import { recordCounterparty } from '../store/repositories/counterparties.ts'
import { forgetAllowance, type GrantedAllowance, recordAllowance } from '../store/repositories/granted-allowances.ts'
import { addEdges } from '../store/repositories/graph.ts'
import type { Db } from '../store/schema.ts'

/** A payment or paid call between two addresses (lower case). */
interface Payment {
  readonly from: string
  readonly to: string
  readonly hadValue: boolean
  /** What a contract pays out to it: a contact. */
  readonly isOutput?: true
}

/** Rows per INSERT. */
const EDGES_PER_STATEMENT = 64

/**
 * Records the counterparties of the sender and of the accounts it acts for (a Safe, a smart account), the allowances they
 * granted, and the edges of the hop graph, when a transaction is on chain. Only value makes an edge: anyone can send a
 * zero-value transfer. A transaction at WARNING or more vouches for nothing: its counterparties are contacts.
 * @param at block time (ms since 1970)
 */
export async function recordHistory(
  db: Db,
  analysis: Analysis,
  { at, combinedScore }: { readonly at: number; readonly combinedScore: number },
): Promise<void> {
  const vouches = combinedScore < bandFloors.WARNING
  const { chainId, from: sender } = analysis.transaction
  const owners = accountsIn(analysis).add(sender)
  const payments = analysis.actions.flatMap(paymentOf).filter(({ from, to }) => from !== to)
  const own = Map.groupBy(
    payments.filter(({ from }) => owners.has(from)),
    ({ from, to }) => `${from} ${to}`,
  )
  for (const group of own.values()) {
    const [{ from: owner, to: counterparty }] = group as [Payment]
    const hadValue = group.some((payment) => payment.hadValue)
    const isPaid = group.some((payment) => payment.hadValue && !payment.isOutput)
    await recordCounterparty(db, { chainId, owner }, { counterparty, hadValue, vouches: vouches && isPaid }, at)
  }
  for (const allowance of analysis.actions.flatMap((action) => allowanceOf(action, chainId)))
    if (owners.has(allowance.owner)) {
      if (allowance.amount === 0n) await forgetAllowance(db, allowance)
      else if (vouches) await recordAllowance(db, allowance)
    }
  const edges = payments.filter(({ hadValue }) => hadValue).map(({ from, to }) => ({ chainId, from, to }))
  for (let at = 0; at < edges.length; at += EDGES_PER_STATEMENT)
    await addEdges(db, edges.slice(at, at + EDGES_PER_STATEMENT))
}

/** An allowance of tokens that a call sets; 0 ends it. */
function allowanceOf(action: Action, chainId: string): GrantedAllowance[] {
  if (action.kind !== 'grant' || !setByCall.includes(action.form)) return []
  const { token, amount } = action.asset
  if (token === undefined || amount === undefined) return []
  return [{ chainId, owner: action.owner, spender: action.authority, token, amount }]
}

function paymentOf(action: Action): Payment[] {
  if (action.kind === 'transfer') return [{ from: action.from, to: action.authority, hadValue: hasValue(action.asset) }]
  if (action.kind === 'exchange' && action.authority !== action.call.to)
    return [{ from: action.payer, to: action.authority, hadValue: true, isOutput: true }]
  if (action.kind !== 'interaction' || action.value === 0n) return []
  return [{ from: action.call.actor, to: action.authority, hadValue: true }]
}

/** An amount that the call does not fix counts as zero. */
function hasValue({ standard, amount, ids }: Asset): boolean {
  return standard === 'erc721' ? ids.length > 0 : (amount ?? 0n) > 0n
}

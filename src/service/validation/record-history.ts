import type { Action, Asset } from '../risk/actions/actions.ts'
import type { Analysis } from '../risk/analyze.ts'
import { accountsIn } from '../risk/controlled-accounts.ts'
import { recordCounterparty } from '../store/repositories/counterparties.ts'
import { addEdges } from '../store/repositories/graph.ts'
import type { Db } from '../store/schema.ts'

/** A payment or paid call between two addresses (lower case). */
interface Payment {
  readonly from: string
  readonly to: string
  readonly hadValue: boolean
}

/** Rows per INSERT. */
const EDGES_PER_STATEMENT = 64

/**
 * Records the counterparties of the sender and of the accounts it acts for (a Safe, a smart account), and the edges of the
 * hop graph, when a transaction is on chain. Only value makes an edge: anyone can send a zero-value transfer.
 * @param at block time (ms since 1970)
 */
export async function recordHistory(db: Db, analysis: Analysis, at: number): Promise<void> {
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
    await recordCounterparty(db, { chainId, owner }, { counterparty, hadValue }, at)
  }
  const edges = payments.filter(({ hadValue }) => hadValue).map(({ from, to }) => ({ chainId, from, to }))
  for (let at = 0; at < edges.length; at += EDGES_PER_STATEMENT)
    await addEdges(db, edges.slice(at, at + EDGES_PER_STATEMENT))
}

function paymentOf(action: Action): Payment[] {
  if (action.kind === 'transfer') return [{ from: action.from, to: action.authority, hadValue: hasValue(action.asset) }]
  if (action.kind !== 'interaction' || action.value === 0n) return []
  return [{ from: action.call.actor, to: action.authority, hadValue: true }]
}

/** An amount that the call does not fix counts as zero. */
function hasValue({ standard, amount, ids }: Asset): boolean {
  return standard === 'erc721' ? ids.length > 0 : (amount ?? 0n) > 0n
}

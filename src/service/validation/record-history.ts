import type { Action, Asset } from '../risk/actions/actions.ts'
import type { Examined } from '../risk/collect-subjects.ts'
import { accountsIn } from '../risk/controlled-accounts.ts'
import { recordCounterparty } from '../store/repositories/counterparties.ts'
import { addEdges } from '../store/repositories/graph.ts'
import type { Db } from '../store/schema.ts'

/** What went, or was to go, from one address to another; all in lower case. */
interface Dealing {
  readonly from: string
  readonly to: string
  readonly hadValue: boolean
}

/** Rows of one INSERT. */
const EDGES_A_STATEMENT = 64

/**
 * Notes whom a transaction dealt with, once it is on chain: the counterparties of its sender and of the accounts that it
 * acts for (a Safe, a smart account), each its own, and the edges of the hop graph. Only what had worth makes an edge: a zero-value transfer connects a thief with whom he likes.
 * @param at when it happened (ms)
 */
export async function recordHistory(db: Db, examined: Examined, at: number): Promise<void> {
  const { chainId, from: sender } = examined.transaction
  const owners = accountsIn(examined).add(sender)
  const dealings = examined.actions.flatMap(dealingIn).filter(({ from, to }) => from !== to)
  const own = Map.groupBy(
    dealings.filter(({ from }) => owners.has(from)),
    ({ from, to }) => `${from} ${to}`,
  )
  for (const together of own.values()) {
    const [{ from: owner, to: counterparty }] = together as [Dealing]
    const hadValue = together.some((dealing) => dealing.hadValue)
    await recordCounterparty(db, { chainId, owner }, { counterparty, hadValue }, at)
  }
  const edges = dealings.filter(({ hadValue }) => hadValue).map(({ from, to }) => ({ chainId, from, to }))
  for (let at = 0; at < edges.length; at += EDGES_A_STATEMENT)
    await addEdges(db, edges.slice(at, at + EDGES_A_STATEMENT))
}

function dealingIn(action: Action): Dealing[] {
  if (action.kind === 'transfer') return [{ from: action.from, to: action.authority, hadValue: hasWorth(action.asset) }]
  if (action.kind !== 'interaction' || action.value === 0n) return []
  return [{ from: action.call.actor, to: action.authority, hadValue: true }]
}

/** Whether it is anything at all; an amount that the call leaves open may be none. */
function hasWorth({ standard, amount, ids }: Asset): boolean {
  return standard === 'erc721' ? ids.length > 0 : (amount ?? 0n) > 0n
}

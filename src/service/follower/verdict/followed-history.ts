import { NATIVE } from '../../evm/asset.ts'
import { isZeroAddress } from '../../evm/words.ts'
import { isDust, type PriceOf, unitsAt, worthOf } from '../../evm/worth.ts'
import { knownTokens } from '../../intel/known-tokens.ts'
import type { Reads } from '../../records/reads/reads.ts'
import type { Action } from '../../risk/actions/actions.ts'
import { recordCounterparty } from '../../store/repositories/counterparties.ts'
import { addEdges, type Edge } from '../../store/repositories/graph.ts'
import { CONFIRMED, type Db } from '../../store/schema/schema.ts'
import { type Activity, type ActivityMove, changeBy } from '../activity/activity.ts'
import type { FollowedTransaction } from './followed-transaction.ts'

/** A counterparty of a monitored address. Seen on chain it vouches for nothing. */
interface SeenContact {
  readonly owner: string
  readonly counterparty: string
  readonly hadValue: boolean
  /** A transaction of the owner. */
  readonly isSent: boolean
}

/** What a transaction adds to the history of monitored addresses. */
export interface SeenHistory {
  readonly chainId: string
  /** Time of the block (ms). */
  readonly at: number
  readonly contacts: readonly SeenContact[]
  readonly edges: readonly SeenEdge[]
}

interface SeenEdge extends Edge {
  /** By a transaction of the address. */
  readonly isSent: boolean
}

/**
 * Prepares contacts and edges. Contacts: the addresses that a monitored address paid in a known asset, or in any token
 * by its own call to it, had value; who paid it or took from it did not; baits are noted with their events
 * (activity/small-payments.ts). Edges: value that left it, and what it received where that is more than dust: anyone can send
 * dust, and must not connect it with themselves.
 * @param actions of the calls of the transaction
 */
export async function prepareHistory(
  { chainId, header, activities }: FollowedTransaction,
  actions: readonly Action[],
  priceOf: PriceOf,
  reads: Reads,
): Promise<SeenHistory> {
  const real = activities.filter(({ kind }) => kind !== 'poison')
  const all = real.flatMap((activity) => (activity.details.moves ?? []).map((move) => ({ activity, move })))
  const tokens = [...new Set(all.map(({ move }) => move.token))].filter((token) => token !== NATIVE)
  const known = tokens.length === 0 ? new Set<string>() : await knownTokens(reads.db, chainId, tokens)
  const hasValue = ({ token, amount }: ActivityMove) => (token === NATIVE || known.has(token)) && BigInt(amount) > 0n
  const ordered = new Set(actions.flatMap(orderOf))
  const contacts = new Map<string, SeenContact>()
  const edges = new Map<string, SeenEdge>()
  const addContact = ({ address: owner, kind }: Activity, counterparty: string, hadValue: boolean) => {
    const key = `${owner} ${counterparty}`
    if (counterparty === owner || isZeroAddress(counterparty)) return
    const isSent = kind === 'sent'
    contacts.set(key, { owner, counterparty, isSent, hadValue: hadValue || contacts.get(key)?.hadValue === true })
  }
  for (const { activity, move } of all) {
    const { address, kind } = activity
    const { other, direction } = move
    const valued = hasValue(move)
    const isPaid = valued || ordered.has(`${address} ${move.token} ${other}`)
    addContact(activity, other, isPaid && kind === 'sent' && direction === 'out')
    if (!valued || isZeroAddress(other) || (direction === 'in' && isSmall(move, priceOf))) continue
    const [from, to] = direction === 'out' ? [address, other] : [other, address]
    edges.set(`${from} ${to}`, { chainId, from, to, isSent: kind === 'sent' && direction === 'out' })
  }
  const at = header.timestamp * 1000
  return { chainId, at, contacts: [...contacts.values()], edges: [...edges.values()] }
}

/** An account that calls a token itself chooses who is paid: an event of an unknown token alone could name anyone. */
function orderOf(action: Action): string[] {
  if (action.kind !== 'transfer' || action.from !== action.call.actor) return []
  return [`${action.from} ${action.asset.token} ${action.authority}`]
}

/** Worth less than a dollar, or dust where no price is known. */
function isSmall(move: ActivityMove, priceOf: PriceOf): boolean {
  const { standard, token, id, amount } = changeBy(move)
  if (id !== undefined) return true
  const price = priceOf(token)
  return price ? unitsAt(worthOf(amount, price), 0) < 1n : isDust({ standard, amount })
}

/**
 * Stores it once for each transaction. A reorg does not take it back: its sender signed it and it was public, so it mostly
 * comes again, contacts vouch for no address, and an edge only ever warns.
 * @param isValidated its own payments are in the history by its validation
 */
export async function recordFollowedHistory(
  db: Db,
  { chainId, at, contacts, edges }: SeenHistory,
  isValidated: boolean,
): Promise<void> {
  const isNew = ({ isSent }: { readonly isSent: boolean }) => !(isValidated && isSent)
  for (const { owner, counterparty, hadValue } of contacts.filter(isNew))
    await recordCounterparty(db, { chainId, owner }, { counterparty, hadValue, standing: CONFIRMED }, at)
  await addEdges(db, edges.filter(isNew))
}

import type { MissingData } from '../../../api/text/missing.ts'
import { spenderKey } from '../../evm/allowance.ts'
import { isItem, NATIVE } from '../../evm/asset.ts'
import { type AssetAmount, netOf } from '../../evm/holdings.ts'
import { type Asset, grantKey } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { isRead } from '../decode/calls.ts'
import type { EvidenceSet } from '../evidence.ts'
import { payerOf } from '../parties/controlled-accounts.ts'
import { pretendedIn } from './claims.ts'
import { controlChangesIn } from './control.ts'
import { callsOut, measuredBy } from './read-observation.ts'

/** What leaves room for more than the run shows. */
const gaps: readonly MissingData['code'][] = [
  'balances-unread',
  'changes-cut',
  'events-unseen',
  'items-not-measured',
  'plain-run-failed',
  'realistic-run-failed',
  'state-unread',
]

/**
 * Whether every call was read, and the measured run did with the balances and allowances of own accounts exactly what the call
 * data says, and nothing else. Who gains may be unknown: that is no part of it. Control and rights do not show in a balance.
 */
export function ranAsCalled(analysis: Analysis, evidence: EvidenceSet): boolean {
  const simulation = measuredBy(evidence)
  const { actions, calls, decoded, message } = analysis
  if (!simulation || message || evidence.executed || decoded.status !== 'complete' || !calls.every(isRead)) return false
  if (simulation.differences.length > 0 || evidence.chain?.missing.some(({ code }) => gaps.includes(code))) return false
  if (pretendedIn(evidence).length > 0 || (evidence.chain && controlChangesIn(evidence.chain).length > 0)) return false
  if (actions.some(({ kind, call }) => call.inTrace || kind === 'control' || kind === 'right')) return false
  const granted = new Set(
    actions.flatMap((action) => (action.kind === 'grant' && !action.revokes ? grantKey(action) : [])),
  )
  if (!simulation.approvals.every((approval) => granted.has(spenderKey(approval)))) return false
  const plan = planOf(analysis)
  const net = netOf(simulation.changes)
  const tokens = new Set([...net.map(({ token }) => token), ...plan.keys()])
  return Array.from(tokens).every((token) =>
    fits(
      net.filter((change) => change.token === token),
      plan.get(token) ?? NOTHING,
      plan.has(ANY),
    ),
  )
}

/** What the call data says about one token, for all own accounts together. */
interface Planned {
  /** Leaves in any case. */
  readonly pays: bigint
  /** May leave beyond that. Undefined: any amount. */
  readonly gives: bigint | undefined
  /** Comes at least. */
  readonly gets: bigint
  /** More may come. */
  readonly isBought: boolean
  /** Items, or amounts that may be their ids. */
  readonly items: readonly bigint[]
}

const NOTHING: Planned = { pays: 0n, gives: 0n, gets: 0n, isBought: false, items: [] }
/** Stands for the token of an output that the call data does not name. */
const ANY = 'any token'

function planOf(analysis: Analysis): ReadonlyMap<string, Planned> {
  const { actions, own, transaction } = analysis
  const plan = new Map<string, Planned>()
  const add = (token: string, change: (known: Planned) => Partial<Planned>) => {
    const known = plan.get(token) ?? NOTHING
    plan.set(token, { ...known, ...change(known) })
  }
  const give = ({ token, amount, ids }: Asset) =>
    add(token, ({ gives, items }) => ({ gives: sum(gives, amount), items: [...items, ...ids, ...idOf(amount)] }))
  const get = ({ token, amount = 0n, standard }: Asset) =>
    add(token, ({ gets }) => ({ gets: gets + (isItem({ standard }) ? 0n : amount), isBought: true }))
  for (const action of actions) {
    const isOwn = own.has(payerOf(action))
    if (action.kind === 'transfer' && own.has(action.authority) === isOwn) continue
    if (action.kind === 'transfer' && !isOwn) get(action.asset)
    else if (action.kind === 'transfer') {
      const { token, amount, ids, standard } = action.asset
      const items = [...ids, ...idOf(amount)]
      const isOpen = amount === undefined || isItem({ standard })
      add(token, (known) => ({
        pays: known.pays + (isOpen ? 0n : amount),
        gives: isOpen ? undefined : known.gives,
        items: [...known.items, ...items],
      }))
    } else if (action.kind === 'exchange' || action.kind === 'order') {
      if (isOwn) for (const asset of action.gives) if (asset.token !== NATIVE) give(asset)
      if (!own.has(action.authority)) continue
      for (const asset of action.receives) get(asset)
      if (action.receives.length === 0) plan.set(ANY, NOTHING)
    }
  }
  // What calls are sent with; steps of a call may return it.
  const sent = callsOut(analysis).filter(({ actor, status }) => actor !== transaction.from && status !== 'plain')
  const paid = analysis.decoded.root.status === 'plain' ? 0n : transaction.value
  const value = sent.reduce((total, call) => total + call.value, paid)
  if (value > 0n) add(NATIVE, ({ gives }) => ({ gives: sum(gives, value) }))
  return plan
}

function idOf(amount: bigint | undefined): bigint[] {
  return amount === undefined ? [] : [amount]
}

function sum(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : a + b
}

/** @param isAnyBought an output that the call data does not name may be this token */
function fits(changes: readonly AssetAmount[], planned: Planned, isAnyBought: boolean): boolean {
  const { pays, gives, gets, items } = planned
  const isBought = planned.isBought || isAnyBought
  const moved = changes.filter(({ id, standard }) => id !== undefined || standard === 'erc721')
  if (moved.length > 0)
    return moved.every(({ id, amount }) => (amount < 0n ? id !== undefined && items.includes(id) : isBought))
  const amount = changes.reduce((total, each) => total + each.amount, 0n)
  const most = gives === undefined ? undefined : pays + gives
  if (most !== undefined && amount < gets - most) return false
  return isBought || (amount <= -pays && (gives !== undefined || amount < 0n))
}

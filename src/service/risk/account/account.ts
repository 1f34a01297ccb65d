/** Room: Every item of what is signed, and what accounts for it. */

import { isItem } from '../../evm/asset.ts'
import type { DecodedCall } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { addressesInCall } from '../decode/addresses.ts'
import { isRead } from '../decode/calls.ts'
import { unknownChainAt } from '../effects/destinations.ts'
import type { EvidenceSet, KnownAs } from '../evidence.ts'
import { newPoolsIn } from '../money/new-pools.ts'
import { type ComparedOrder, ordersIn } from '../money/order-terms.ts'
import { compared, type WorthBasis } from '../money/worth.ts'
import { boundedSwaps } from './bounded-swaps.ts'
import { type Unaccounted, type UnreadAddresses, unknownWorth, type ValueFault } from './items.ts'
import { Parties } from './parties.ts'
import { unaccountedIn, usedBy } from './unaccounted-calls.ts'
import { unreadIn } from './unread.ts'
import { unaccountedValue } from './value.ts'

/** What is found out about all that must be accounted for. */
export interface Accounted {
  /** In what was read: such a verdict is not SAFE. */
  readonly unaccounted: readonly Unaccounted[]
  readonly unread: readonly UnreadAddresses[]
}

/** Everything in a transaction or message that must be accounted for. Made once for an analysis. */
export interface Accounting extends Accounted {
  /** Native value where the function takes none, or where another asset is given. */
  readonly valueFaults: readonly ValueFault[]
  /** What own accounts give in orders, and what comes for it. */
  readonly orders: readonly ComparedOrder[]
  /** Whether an address is own, or known as one of these. */
  isKnown(address: string, asked?: readonly KnownAs[]): boolean
  /** The same, or history vouches for payments to it. */
  isKnownPayee(address: string): boolean
}

/** The account of an analysis. Only what is signed counts: a trace shows more, and has its own rules. */
export function accountOf(analysis: Analysis, evidence: EvidenceSet): Accounting {
  const parties = new Parties(analysis, evidence)
  const calls = analysis.calls.filter((call): call is DecodedCall => call.to !== undefined)
  const byCall = Map.groupBy(analysis.actions, ({ call }) => call)
  const swaps = boundedSwaps(analysis, evidence)
  const root = analysis.message ? analysis.decoded.root : undefined
  const read = calls.filter((call) => call !== root && isRead(call) && call.status === 'decoded')
  const value = unaccountedValue(analysis, evidence)
  const by = { evidence, chainId: analysis.transaction.chainId }
  const orders = ordersIn(analysis, evidence)
  return {
    unaccounted: [
      ...value.unaccounted,
      ...read.flatMap((call) => unaccountedIn(call, byCall.get(call) ?? [], parties, swaps.has(call))),
      ...unaccountedMembers(analysis, parties),
      ...unaccountedOrders(orders, by),
      ...unaccountedPools(analysis, by),
    ],
    unread: unreadIn(analysis, parties),
    valueFaults: value.faults,
    orders,
    isKnown: (address, asked) => parties.isKnown(address, asked),
    isKnownPayee: (address) => parties.isKnownPayee(address),
  }
}

/** Members of a message that is read, which none of its actions and calls has. */
function unaccountedMembers({ message, decoded, actions, own }: Analysis, parties: Parties): Unaccounted[] {
  if (message?.reading !== 'known' || message.hides !== undefined || message.unreadable !== undefined) return []
  const { root } = decoded
  const used = usedBy(
    root as DecodedCall,
    actions.filter(({ call }) => call === root),
  )
  for (const { to, actor, data } of root.calls) {
    used.add(actor)
    if (to !== undefined) used.add(to)
    for (const address of addressesInCall(data)) used.add(address)
  }
  const isAccounted = (address: string) =>
    used.has(address) || own.has(address) || address === root.to || parties.isKnown(address)
  const addresses = message.members
    .filter(({ address }) => !isAccounted(address))
    .map(({ address, path }) => ({ kind: 'address', address, path, call: root }) as const)
  const { arrivesOn } = message
  if (!arrivesOn || unknownChainAt('evm', arrivesOn.chain) === undefined) return addresses
  return [...addresses, { kind: 'chain', value: arrivesOn.chain, path: arrivesOn.path, call: root }]
}

/**
 * Sides of orders of which the worth is not known: the first that fills an order takes all that it gives above its limit. A pool with
 * a minimum gives its price, and who fills an order now sees what it costs, but not what an item is worth that it gives.
 */
function unaccountedOrders(orders: readonly ComparedOrder[], by: WorthBasis): Unaccounted[] {
  return orders.flatMap(({ action, gives, own, isOffer, worth }): Unaccounted[] => {
    // For nothing, or all of it to others: rules of their own say so.
    if (!(isOffer || gives.some(isItem)) || own.length === 0 || worth) return []
    const unknown = [...gives, ...own].filter((asset) => !compared([asset], [asset], by))
    return unknown.slice(0, 1).map((asset) => unknownWorth(asset, action.call, 'order'))
  })
}

/** Prices of new pools that cannot be compared with any other; and without a price, where no limit bounds what is paid in. */
function unaccountedPools(analysis: Analysis, by: WorthBasis): Unaccounted[] {
  return newPoolsIn(analysis).flatMap(({ call, sides: [first, second], isBounded }): Unaccounted[] => {
    if (isBounded || compared([first], [second], by)) return []
    const unknown = compared([first], [first], by) ? second : first
    return [unknownWorth(unknown, call, 'pool')]
  })
}

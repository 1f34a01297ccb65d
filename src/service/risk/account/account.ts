import type { DecodedCall } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { addressesInCall } from '../decode/addresses.ts'
import { isRead } from '../decode/calls.ts'
import { unknownChainAt } from '../effects/destinations.ts'
import type { EvidenceSet } from '../evidence.ts'
import { type ComparedOrder, ordersIn } from '../money/order-terms.ts'
import type { KnownAs } from '../parties/uses.ts'
import { boundedSwaps } from './bounded-swaps.ts'
import type { Unaccounted, Unread, ValueFault } from './items.ts'
import { unaccountedOrders } from './orders.ts'
import { Parties } from './parties.ts'
import { unaccountedPools } from './pools.ts'
import { unaccountedIn, usedBy } from './unaccounted-calls.ts'
import { unreadIn } from './unread.ts'
import { unaccountedValue } from './value.ts'

/** What is found out about all that must be accounted for. */
export interface Accounted {
  /** In what was read: such a verdict is not SAFE. */
  readonly unaccounted: readonly Unaccounted[]
  readonly unread: readonly Unread[]
}

/** Everything in a transaction or message that must be accounted for. Made once for an analysis. */
export interface Account extends Accounted {
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
export function accountOf(analysis: Analysis, evidence: EvidenceSet): Account {
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

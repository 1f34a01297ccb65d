import { magnitude } from '../../../shared/bigints.ts'
import { type AssetAmount, type BalanceChange, Holdings, netOf } from '../../evm/holdings.ts'
import { isDust } from '../../evm/worth.ts'
import type { Call } from '../decode/calls.ts'
import { movementsOf } from './movements.ts'
import type { TracedCall } from './traced-calls.ts'

/** What the own accounts give to and get from one contract that they call, also through the calls that it makes. */
export interface Dealing {
  /** The first call of the contract by an own account. */
  readonly call: Call
  readonly gives: readonly AssetAmount[]
  readonly gets: readonly AssetAmount[]
}

/** What a trace moves. */
export interface TraceChanges {
  /** The trace shows all effects; otherwise more may move. */
  readonly isComplete: boolean
  /** By own account: the sender and the accounts that it acts for. */
  readonly ofAccounts: ReadonlyMap<string, readonly AssetAmount[]>
  /** What all own accounts gain and lose together. */
  readonly net: readonly AssetAmount[]
  /** By called contract. */
  readonly dealings: ReadonlyMap<string, Dealing>
  /** All that anyone has more or less of. */
  movedTokens(): readonly string[]
  /** Net amount of a token, items counted, for any address. */
  changeOf(address: string, token: string): bigint
  /** Changes of all balances, items counted. */
  ofAnyone(): readonly BalanceChange[]
  /** Who has more of a token afterwards. */
  holdersOf(token: string): readonly string[]
}

/** Sums up native currency by frames and tokens by events, exactly. */
export function changesIn(
  calls: readonly TracedCall[],
  isOwn: (address: string) => boolean,
  isComplete: boolean,
): TraceChanges {
  const all = new Holdings()
  const own = new Holdings()
  const dealings = new Map<string, { readonly call: Call; readonly own: Holdings }>()
  for (const { frame, call, exit } of calls) {
    const contract = exit?.to
    if (exit === frame && contract !== undefined && !dealings.has(contract))
      dealings.set(contract, { call, own: new Holdings() })
    const dealing = contract === undefined ? undefined : dealings.get(contract)
    for (const movement of movementsOf(frame)) {
      // Items are counted.
      all.move({ ...movement, asset: { ...movement.asset, id: undefined } })
      own.move(movement, isOwn)
      dealing?.own.move(movement, isOwn)
    }
  }
  const changes = [...own.net().values()]
  return {
    isComplete,
    ofAccounts: Map.groupBy(changes, ({ owner }) => owner),
    net: netOf(changes),
    dealings: new Map(
      Array.from(dealings, ([contract, { call, own }]) => [contract, dealingOf(call, netOf(own.net().values()))]),
    ),
    movedTokens: () => [...new Set(Array.from(all.net().values(), ({ token }) => token))],
    changeOf: (address, token) => all.amountOf(address, { token }),
    ofAnyone: () => [...all.net().values()],
    holdersOf: (token) =>
      Array.from(all.net().values()).flatMap((held) => (held.token === token && held.amount > 0n ? held.owner : [])),
  }
}

/** Without dust. */
export function dealingOf(call: Call, net: readonly AssetAmount[]): Dealing {
  const changes = net.filter((change) => !isSmall(change))
  return {
    call,
    gives: changes.filter(({ amount }) => amount < 0n),
    gets: changes.filter(({ amount }) => amount > 0n),
  }
}

function isSmall({ standard, id, amount }: AssetAmount): boolean {
  const isAmount = standard === 'native' || standard === 'erc20'
  return isAmount && id === undefined && isDust({ standard, amount: magnitude(amount) })
}

import { isDust } from '../actions/dust.ts'
import type { Call } from '../decode/calls.ts'
import { type Movement, movementsIn, nativeMovementOf, wrappingsIn } from './movements.ts'
import type { TracedCall } from './traced-calls.ts'

/** A net amount of one asset, never 0. */
export interface AssetChange {
  /** Lower case; '' is the native currency. */
  readonly token: string
  /** Id of an NFT, as a 32-byte word. */
  readonly item: string | undefined
  /** Base units; negative: it leaves. */
  readonly amount: bigint
}

/** What the own accounts give to and get from one contract that they call, also through the calls that it makes. */
export interface Dealing {
  /** The first call of the contract by an own account. */
  readonly call: Call
  readonly gives: readonly AssetChange[]
  readonly gets: readonly AssetChange[]
}

/** What a trace moves. */
export interface Changes {
  /** The trace shows all effects; otherwise more may move. */
  readonly isComplete: boolean
  /** By own account: the sender and the accounts that it acts for. */
  readonly ofAccounts: ReadonlyMap<string, readonly AssetChange[]>
  /** Of all own accounts together. */
  readonly net: readonly AssetChange[]
  /** By called contract. */
  readonly dealings: ReadonlyMap<string, Dealing>
  /** Net amount of a token, items counted, for any address. */
  changeOf(address: string, token: string): bigint
  /** Who has more of a token afterwards. */
  holdersOf(token: string): readonly string[]
}

type Sums = Map<string, bigint>

/** Sums up native currency by frames and tokens by events, exactly. */
export function changesIn(
  calls: readonly TracedCall[],
  isOwn: (address: string) => boolean,
  isComplete: boolean,
): Changes {
  const all: Sums = new Map()
  const ofAccounts = new Map<string, Sums>()
  const net: Sums = new Map()
  const dealings = new Map<string, { readonly call: Call; readonly sums: Sums }>()

  for (const { frame, call, exit } of calls) {
    const contract = exit?.to
    if (exit === frame && contract !== undefined && !dealings.has(contract))
      dealings.set(contract, { call, sums: new Map() })
    const sums = contract === undefined ? undefined : dealings.get(contract)?.sums
    const native = nativeMovementOf(frame)
    for (const movement of [...(native ? [native] : []), ...movementsIn(frame), ...wrappingsIn(frame)])
      for (const [account, amount] of sidesOf(movement)) {
        const { asset } = movement
        add(all, `${account} ${tokenOf(asset)}`, amount)
        if (!isOwn(account)) continue
        add(sumsOf(ofAccounts, account), asset, amount)
        add(net, asset, amount)
        if (sums) add(sums, asset, amount)
      }
  }
  return {
    isComplete,
    ofAccounts: new Map(Array.from(ofAccounts, ([account, sums]) => [account, assetChanges(sums)])),
    net: assetChanges(net),
    dealings: new Map(
      Array.from(dealings, ([contract, { call, sums }]) => [contract, dealingOf(call, assetChanges(sums))]),
    ),
    changeOf: (address, token) => all.get(`${address} ${token}`) ?? 0n,
    holdersOf: (token) =>
      Array.from(all, ([holding, amount]) => (amount > 0n ? holding.split(' ') : [])).flatMap(([address = '', held]) =>
        held === token ? address : [],
      ),
  }
}

function sidesOf({ from, to, amount }: Movement): readonly (readonly [string, bigint])[] {
  return [
    [from, -amount],
    [to, amount],
  ]
}

function sumsOf(accounts: Map<string, Sums>, account: string): Sums {
  const sums = accounts.get(account) ?? new Map<string, bigint>()
  accounts.set(account, sums)
  return sums
}

function add(sums: Sums, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** Without dust. */
export function dealingOf(call: Call, net: readonly AssetChange[]): Dealing {
  const changes = net.filter((change) => !isSmall(change))
  return {
    call,
    gives: changes.filter(({ amount }) => amount < 0n),
    gets: changes.filter(({ amount }) => amount > 0n),
  }
}

function isSmall({ token, item, amount }: AssetChange): boolean {
  const standard = token === '' ? 'native' : 'erc20'
  const size = amount < 0n ? -amount : amount
  return item === undefined && isDust({ standard, token, amount: size, ids: [] })
}

function assetChanges(sums: Sums): AssetChange[] {
  return Array.from(sums, ([asset, amount]) => ({ token: tokenOf(asset), item: asset.split(' ')[1], amount })).filter(
    ({ amount }) => amount !== 0n,
  )
}

/** An asset is a token, or a token and an item id. */
function tokenOf(asset: string): string {
  return asset.split(' ')[0] ?? ''
}

import { least, magnitude, most } from '../../shared/bigints.ts'
import { type AssetId, assetKey, ownedKey } from './asset.ts'
import type { Movement } from './logs.ts'

/** An amount of an asset in base units, or a number of items; negative: it leaves. */
export interface AssetAmount extends AssetId {
  readonly amount: bigint
}

/** The change of one balance. Without the fee of the transaction. */
export interface BalanceChange extends AssetAmount {
  readonly owner: string
}

/** Changes of balances by `ownedKey`, never 0. */
export type Balances = ReadonlyMap<string, BalanceChange>

/** Adds up what owners get and give of each asset. */
export class Holdings {
  readonly #changes = new Map<string, BalanceChange>()
  readonly #limit: number

  /** @param limit owners and assets that are counted; more are left out */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit
  }

  add(owner: string, { standard, token, id }: AssetId, amount: bigint): void {
    const key = ownedKey(owner, { token, id })
    const known = this.#changes.get(key)
    if (known === undefined && this.#changes.size >= this.#limit) return
    this.#changes.set(key, { owner, standard, token, id, amount: amount + (known?.amount ?? 0n) })
  }

  /** Takes a movement from one owner and gives it to the other. @param isCounted owners that count */
  move({ asset, from, to, amount }: Movement, isCounted: (owner: string) => boolean = () => true): void {
    if (isCounted(from)) this.add(from, asset, -amount)
    if (isCounted(to)) this.add(to, asset, amount)
  }

  /** What was added, also where it sums up to 0. */
  has(owner: string, asset: Pick<AssetId, 'token' | 'id'>): boolean {
    return this.#changes.has(ownedKey(owner, asset))
  }

  amountOf(owner: string, asset: Pick<AssetId, 'token' | 'id'>): bigint {
    return this.#changes.get(ownedKey(owner, asset))?.amount ?? 0n
  }

  /** Keys of all that was added, also where it sums up to 0. */
  keys(): ReadonlySet<string> {
    return new Set(this.#changes.keys())
  }

  net(): Balances {
    return new Map(Array.from(this.#changes).filter(([, { amount }]) => amount !== 0n))
  }
}

/** The amounts of each asset together, of all owners, in the order of the first of each; never 0. */
export function netOf(amounts: Iterable<AssetAmount>): AssetAmount[] {
  const sums = new Map<string, AssetAmount>()
  for (const { standard, token, id, amount } of amounts) {
    const key = assetKey({ token, id })
    sums.set(key, { standard, token, id, amount: amount + (sums.get(key)?.amount ?? 0n) })
  }
  return Array.from(sums.values()).filter(({ amount }) => amount !== 0n)
}

/** What an address has more of one asset by some movements; negative: less. */
export function gainOf(address: string, moved: Iterable<Pick<Movement, 'from' | 'to' | 'amount'>>): bigint {
  let gain = 0n
  for (const { from, to, amount } of moved) gain += (to === address ? amount : 0n) - (from === address ? amount : 0n)
  return gain
}

/** One asset of one owner in two accounts of the same. */
export interface ComparedHolding extends AssetId {
  readonly owner: string
  readonly first: bigint
  readonly second: bigint
}

/** Each asset of each owner that one of two accounts names. */
export function compare(first: Balances, second: Balances): ComparedHolding[] {
  return keysOf([first, second]).map((key) => {
    const { amount: _, ...asset } = (first.get(key) ?? second.get(key)) as BalanceChange
    return { ...asset, first: first.get(key)?.amount ?? 0n, second: second.get(key)?.amount ?? 0n }
  })
}

function keysOf(all: readonly Balances[]): string[] {
  return [...new Set(all.flatMap((balances) => [...balances.keys()]))]
}

/** Interest accrues and prices move with the time of a block, so that two runs differ a little. */
const TOLERANCE_PER_MILLE = 10n

function isClose(a: bigint, b: bigint): boolean {
  return magnitude(a - b) * 1000n <= most(magnitude(a), magnitude(b)) * TOLERANCE_PER_MILLE
}

/** Whether an owner gets as many items of a contract in both: a mint of random items names others each time. */
function isOtherItem(
  { owner, token, id }: ComparedHolding | BalanceChange,
  first: Balances,
  second: Balances,
): boolean {
  if (id === undefined) return false
  const count = (balances: Balances) => {
    let sum = 0n
    for (const change of balances.values()) if (change.owner === owner && change.token === token) sum += change.amount
    return sum
  }
  return count(first) === count(second)
}

/** What two runs move differently, by more than their time explains. */
export function differencesOf(first: Balances, second: Balances): ComparedHolding[] {
  return compare(first, second).filter((each) => !isClose(each.first, each.second) && !isOtherItem(each, first, second))
}

/**
 * The least amount of each; what differs by time only, or an item that comes in place of another one, is as in the first run, which
 * is the realistic one.
 */
export function leastOf(all: readonly Balances[]): BalanceChange[] {
  const [realistic = new Map<string, BalanceChange>(), ...further] = all
  return keysOf(all).flatMap((key) => {
    const changes = all.map((balances) => balances.get(key))
    const known = changes.find((change) => change !== undefined) as BalanceChange
    const [first = 0n, ...others] = changes.map((change) => change?.amount ?? 0n)
    const isSame = others.every((each) => isClose(first, each))
    const isRandom = first > 0n && further.every((each) => isOtherItem(known, each, realistic))
    const amount = isSame || isRandom ? first : least(first, ...others)
    return amount === 0n ? [] : [{ ...known, amount }]
  })
}

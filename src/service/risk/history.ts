import type { Action, Asset } from './actions/actions.ts'
import type { Analysis } from './analyze.ts'
import type { KnownPayment } from './evidence.ts'

const NATIVE = 'native'

/** The token contract; `native` for the native currency. */
export function assetKey({ token }: Pick<Asset, 'token'>): string {
  return token ?? NATIVE
}

/** An earlier amount of an asset, in base units or items. */
export function assetOf(asset: Asset, amount: bigint): Asset {
  return { ...asset, amount, ids: [] }
}

/** Base units, or items; undefined when the call does not fix it. */
export function paidAmount({ standard, amount, ids }: Asset): bigint | undefined {
  return standard === 'erc721' ? BigInt(ids.length) : amount
}

/** What a transaction pays to each address, by asset; undefined: the calls do not fix it. */
export type Paid = ReadonlyMap<string, ReadonlyMap<string, bigint | undefined>>

/** Together, so that a payment in parts counts as one. */
export function paidIn({ actions }: Pick<Analysis, 'actions'>): Paid {
  const paid = new Map<string, Map<string, bigint | undefined>>()
  for (const { to, asset, amount } of actions.flatMap(paymentOf)) {
    const assets = paid.get(to) ?? new Map<string, bigint | undefined>()
    const before = assets.has(asset) ? assets.get(asset) : 0n
    assets.set(asset, before === undefined || amount === undefined ? undefined : before + amount)
    paid.set(to, assets)
  }
  return paid
}

function paymentOf(action: Action) {
  if (action.kind !== 'transfer') return []
  return [{ to: action.authority, asset: assetKey(action.asset), amount: paidAmount(action.asset) }]
}

/**
 * Whether earlier payments vouch for what is paid now: each asset for at most `factor` times its largest earlier payment.
 * Without a payment now any earlier one does.
 */
export function paymentsVouch(
  earlier: readonly KnownPayment[],
  now: ReadonlyMap<string, bigint | undefined> | undefined,
  factor: number,
): boolean {
  const counting = earlier.filter(({ counts }) => counts)
  if (now === undefined) return counting.length > 0
  return Array.from(now).every(([asset, amount]) => {
    const largest = counting.find((payment) => payment.asset === asset)?.amount
    return largest !== undefined && amount !== undefined && amount <= largest * BigInt(factor)
  })
}

import type { Action, Asset } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { KnownPayment } from '../evidence.ts'

/** What payments are compared by: the token contract or `NATIVE`; one item of it (ERC-1155); all its items (ERC-721). */
export function paymentKey({ standard, token, ids }: Pick<Asset, 'standard' | 'token' | 'ids'>): string {
  if (standard === 'erc721') return `${token} items`
  if (standard === 'erc1155') return `${token} ${ids.length === 1 ? ids[0] : 'items'}`
  return token
}

/** An earlier amount of an asset, in base units or items. */
export function assetOf(asset: Asset, amount: bigint): Asset {
  return { ...asset, amount, ids: [] }
}

/** Base units, or items; undefined when the call does not fix it. */
export function paidAmount({ standard, amount, ids }: Asset): bigint | undefined {
  if (standard === 'erc721') return BigInt(ids.length)
  return standard === 'erc1155' && ids.length !== 1 ? undefined : amount
}

/** What a transaction pays to each address, by asset; undefined: the calls do not fix it. */
export type PaidAmounts = ReadonlyMap<string, ReadonlyMap<string, bigint | undefined>>

/** Together, so that a payment in parts counts as one. */
export function paidIn({ actions }: Pick<Analysis, 'actions'>): PaidAmounts {
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
  return [{ to: action.authority, asset: paymentKey(action.asset), amount: paidAmount(action.asset) }]
}

/**
 * Whether earlier payments vouch for what is paid now: each asset for at most `factor` times its largest earlier payment.
 * @param now undefined: nothing is paid to it, so nothing vouches
 */
export function paymentsVouch(
  earlier: readonly KnownPayment[],
  now: ReadonlyMap<string, bigint | undefined> | undefined,
  factor: number,
): boolean {
  const counting = earlier.filter(({ counts }) => counts)
  if (now === undefined) return false
  return Array.from(now).every(([asset, amount]) => {
    const largest = counting.find((payment) => payment.asset === asset)?.amount
    return largest !== undefined && amount !== undefined && amount <= largest * BigInt(factor)
  })
}

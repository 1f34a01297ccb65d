import { UNLIMITED_LOSS } from '../../api/vocabulary.ts'
import type { Action, Asset } from './actions/actions.ts'
import type { Examined } from './collect-subjects.ts'
import { accountsIn, payerOf } from './controlled-accounts.ts'
import { type Call, isTransparent } from './decode/calls.ts'

/** What one whole token is worth. */
export interface Price {
  readonly decimals: number
  /** Decimal digits, perhaps with a point. */
  readonly usd: string
}

/** By token in lower case; '' is the native currency. */
export type PriceOf = (token: string) => Price | undefined

/** Something that leaves the sender or the accounts it acts for, or that somebody may take from them from now on. */
export interface Exposure {
  /** Lower case; '' is the native currency. */
  readonly token: string
  /** Base units; undefined when the call leaves it open. */
  readonly amount: bigint | undefined
  /** May be taken without limit. */
  readonly unlimited: boolean
  /** Items have no price of their own. */
  readonly isItem: boolean
}

export interface Loss {
  /** Whole USD, rounded down once over all; null when it is unknown. */
  readonly usd: number | null
  /** What has no price, each once, in order. */
  readonly unpriced: readonly Exposure[]
}

/**
 * What the sender, and the accounts that it acts for, stand to lose: what goes out of them and what is granted to
 * others. Gross: what comes in for it is not set against it, for that is what a trap promises.
 */
export function exposuresOf(examined: Examined): Exposure[] {
  const owners = accountsIn(examined).add(examined.transaction.from)
  const isOwn = (address: string | undefined) => address !== undefined && owners.has(address)
  const ofTokens = examined.actions
    .filter((action) => isOwn(payerOf(action)) && !isOwn(action.authority))
    .flatMap(tokensIn)
  const paid = paidIn(examined.decoded.root, isOwn)
  return paid > 0n ? [{ token: '', amount: paid, unlimited: false, isItem: false }, ...ofTokens] : ofTokens
}

/** Pure, and exact to the dollar: bigint all the way. An unlimited grant of something with a price is unlimited. */
export function lossOf(exposures: readonly Exposure[], priceOf: PriceOf): Loss {
  const unpriced = new Map<string, Exposure>()
  const worths: Worth[] = []
  let unlimited = false
  for (const exposure of exposures) {
    const price = exposure.isItem ? undefined : priceOf(exposure.token)
    const worth = price && worthOf(exposure, price)
    if (worth === 'unlimited') unlimited = true
    else if (worth) worths.push(worth)
    else unpriced.set(exposure.token, unpriced.get(exposure.token) ?? exposure)
  }
  const missing = Array.from(unpriced.values())
  if (unlimited) return { usd: UNLIMITED_LOSS, unpriced: missing }
  return { usd: missing.length > 0 ? null : wholeDollars(worths), unpriced: missing }
}

/** Native currency goes with calls, and is counted there. */
function tokensIn(action: Action): Exposure[] {
  switch (action.kind) {
    case 'transfer':
      return exposed(action.asset, false)
    case 'grant':
      return action.revokes ? [] : exposed(action.asset, action.unlimited)
    case 'order':
      return action.gives.flatMap((asset) => exposed(asset, false))
    default:
      return []
  }
}

/** What may be an amount or an item is an amount when its token has a price. Nothing of anything is nothing. */
function exposed({ standard, token, amount }: Asset, unlimited: boolean): Exposure[] {
  if (token === undefined || (amount === 0n && !unlimited)) return []
  return [{ token, amount, unlimited, isItem: standard === 'erc721' || standard === 'erc1155' }]
}

/** Wei that own accounts send to others along with their calls. In a multicall to itself every call sees the value of the whole. */
function paidIn(call: Call, isOwn: (address: string | undefined) => boolean, isCounted = false): bigint {
  const isPaid = !isCounted && call.operation === 'call' && isOwn(call.actor) && !isOwn(call.to)
  const isShared = isTransparent(call)
  return call.calls.reduce(
    (sum, inner) => sum + paidIn(inner, isOwn, isShared && (isCounted || isPaid)),
    isPaid ? call.value : 0n,
  )
}

/** `units` × 10^-`scale` dollars. */
interface Worth {
  readonly units: bigint
  readonly scale: number
}

/** Undefined when the amount is left open. */
function worthOf({ amount, unlimited }: Exposure, { usd, decimals }: Price): Worth | 'unlimited' | undefined {
  const [whole = '', fraction = ''] = usd.split('.')
  const price = BigInt(whole + fraction)
  // Without end, of something worth nothing, is nothing.
  if (price === 0n) return { units: 0n, scale: 0 }
  if (unlimited) return 'unlimited'
  return amount === undefined ? undefined : { units: amount * price, scale: decimals + fraction.length }
}

function wholeDollars(worths: readonly Worth[]): number {
  const scale = Math.max(0, ...worths.map((worth) => worth.scale))
  const units = worths.reduce((sum, worth) => sum + worth.units * 10n ** BigInt(scale - worth.scale), 0n)
  const dollars = units / 10n ** BigInt(scale)
  const most = BigInt(UNLIMITED_LOSS - 1)
  return Number(dollars > most ? most : dollars)
}

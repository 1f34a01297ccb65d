import { type Asset, currency } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import { argumentsAs } from '../decode/arguments.ts'
import { type Call, isRead } from '../decode/calls.ts'

/** A pool of which an own account, by what it pays in, is the first to set the price, unless there is such a pool already. */
export interface NewPool {
  readonly call: Call
  /** Amounts of the two tokens that are worth the same, by the call. */
  readonly sides: readonly [Asset, Asset]
  /** stated: as a number, for any range of prices · sides: by what is paid in, whose least amounts bound something, or do not. */
  readonly priced: 'stated' | 'sides'
  readonly isBounded: boolean
}

/** New pools into which the same transaction pays, in order: the first that trades in one takes what its price gives away. */
export function newPoolsIn({ actions, calls, own }: Analysis): NewPool[] {
  const deposits = actions.flatMap((action) =>
    action.kind === 'exchange' && action.form === 'liquidity' && own.has(action.payer) && !action.call.inTrace
      ? [action]
      : [],
  )
  if (deposits.length === 0) return []
  const stated = calls.flatMap((call): NewPool[] => {
    const sides = call.inTrace || !isRead(call) ? undefined : sidesByPrice(call)
    if (!sides || !deposits.some(({ gives }) => gives.length < 2 || isPair(gives, sides))) return []
    return [{ call, sides, priced: 'stated', isBounded: false }]
  })
  const paid = deposits.flatMap(({ call, gives: [first, second, ...more] }): NewPool[] => {
    if (!PAIR.test(call.name) || !first || !second || more.length > 0) return []
    return [{ call, sides: [first, second], priced: 'sides', isBounded: hasBound(call, [first, second]) }]
  })
  return [...stated, ...paid]
}

/** Uniswap V2 and its copies: the whole range of prices, so that both sides are worth the same. */
const PAIR = /^addLiquidity(?:ETH|AVAX)?$/

function isPair(gives: readonly Asset[], sides: readonly Asset[]): boolean {
  return sides.every(({ token }) => gives.some((asset) => asset.token === token))
}

/** The form of Uniswap V3, V4 and Slipstream. */
interface Priced {
  readonly token0?: string
  readonly token1?: string
  readonly pool?: { readonly currency0: string; readonly currency1: string }
  readonly sqrtPriceX96?: bigint
}

/** The square of the price, as a fraction of 2^192, is how much of the second token one of the first is worth. */
const ONE = 2n ** 192n

function sidesByPrice({ args }: Call): [Asset, Asset] | undefined {
  const { params, ...own } = argumentsAs<Priced & { readonly params?: Priced }>(args)
  const { pool, token0 = pool?.currency0, token1 = pool?.currency1, sqrtPriceX96 = 0n } = { ...own, ...params }
  if (token0 === undefined || token1 === undefined || sqrtPriceX96 === 0n) return undefined
  return [currency(token0, ONE), currency(token1, sqrtPriceX96 ** 2n)]
}

/** An eighth of what is paid in: less bounds next to nothing. */
const LEAST = 8n

/** The least amounts are in the order of the tokens. */
function hasBound({ args }: Call, sides: readonly [Asset, Asset]): boolean {
  const least = Object.entries(args).flatMap(([name, value]) => (/Min$/.test(name) ? [BigInt(value as bigint)] : []))
  return sides.some(({ amount }, at) => amount === undefined || LEAST * (least[at] ?? 0n) >= amount)
}

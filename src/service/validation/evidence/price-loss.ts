import { checksummed } from '../../../api/address.ts'
import { chainById } from '../../../api/chains.ts'
import type { MissingData } from '../../../api/text/missing.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { alertIndexOf } from '../../alerts/matching/alert-index.ts'
import { NATIVE, storedToken, tokenOfStored } from '../../evm/asset.ts'
import type { PriceOf } from '../../evm/worth.ts'
import type { Analysis } from '../../risk/analyze.ts'
import { affectedExposures, type Exposure, exposuresOf, lossOf } from '../../risk/money/total-loss.ts'
import { isStale } from '../../store/repositories/intel.ts'
import type { ActivePrice } from '../../store/repositories/prices.ts'
import type { AssessOptions, ObservedSubject } from './subject.ts'

export interface TotalLoss {
  /** Whole USD; `UNLIMITED_LOSS` without a limit, null when unknown. */
  readonly usd: number | null
  /** Whether the loss is reported: there are prices, or an alert filters by loss. */
  readonly isReported: boolean
  /** For the explanation: assets without a price, old prices; empty when not reported. */
  readonly missing: readonly MissingData[]
  /** Returns prices of the assets that the transaction moves. */
  readonly priceOf: PriceOf
}

/** A batch may have thousands of assets without a price. */
const MAX_NAMED = 3
const none: ReadonlyMap<string, ActivePrice> = new Map()

export async function priceLoss(
  { analysis, observation: chain, affected }: ObservedSubject,
  { product, configuration: { sources, alerts }, reads, now }: AssessOptions,
): Promise<TotalLoss> {
  const hasPrices = sources.some(({ format }) => format === 'prices')
  const { chainId } = analysis.transaction
  const exposures = affected && chain ? affectedExposures(analysis, chain, affected) : exposuresOf(analysis, chain)
  const moved = [...exposures, ...(chain?.simulation.changes ?? [])].map(({ token }) => token)
  const tokens = hasPrices ? new Set([...moved, ...tradedIn(analysis)].map(storedToken)) : new Set<string>()
  // That of the currency is also that of its wrapped form.
  const asked = [...new Set([...tokens, storedToken(NATIVE)])]
  const prices = tokens.size === 0 ? none : await reads.prices({ chainId, tokens: asked })
  const priceOf = (token: string) => {
    const price = prices.get(storedToken(token))
    return price && { ...price, isStale: isStale(price, now) }
  }
  const { usd, unpriced } = lossOf(exposures, priceOf)
  const isReported = hasPrices || alertIndexOf(alerts).asksForLoss(product)
  return {
    usd,
    isReported,
    priceOf,
    missing: isReported ? [...unpricedOf(unpriced, chainId), ...staleOf(prices, tokens, { chainId, now })] : [],
  }
}

/** Tokens of exchanges and orders: what comes back is compared with what is given. */
function tradedIn({ actions }: Analysis): string[] {
  return actions.flatMap((action) =>
    action.kind === 'exchange' || action.kind === 'order'
      ? [...action.gives, ...action.receives].map(({ token = NATIVE }) => token)
      : [],
  )
}

function unpricedOf(unpriced: readonly Exposure[], chainId: string): MissingData[] {
  if (unpriced.length === 0) return []
  const assets = unpriced.slice(0, MAX_NAMED).map(({ token, isItem, amount, unlimited }) => {
    const of = isItem ? 'items' : amount === undefined && !unlimited ? 'open' : undefined
    return { asset: nameOf(token, chainId), ...(of !== undefined && ({ of } as const)) }
  })
  return [{ code: 'no-price', assets, more: unpriced.length - assets.length }]
}

function staleOf(
  prices: ReadonlyMap<string, ActivePrice>,
  tokens: ReadonlySet<string>,
  { chainId, now }: { readonly chainId: string; readonly now: number },
): MissingData[] {
  return Array.from(prices.values())
    .filter((price) => tokens.has(price.token) && isStale(price, now))
    .slice(0, MAX_NAMED)
    .map(({ token, as_of, source }) => {
      const days = Math.floor((now - as_of) / DAY_MS)
      return { code: 'price-old', asset: nameOf(tokenOfStored(token), chainId), days, source }
    })
}

function nameOf(token: string, chainId: string): string {
  if (token !== NATIVE) return checksummed(token)
  return chainById(chainId)?.currency ?? 'the native currency'
}

import { checksummed } from '../../api/address.ts'
import { chainById } from '../../api/chains.ts'
import type { Reads } from '../records/reads.ts'
import type { Examined } from '../risk/collect-subjects.ts'
import { type Exposure, exposuresOf, lossOf } from '../risk/total-loss.ts'
import type { HeldPrice } from '../store/repositories/prices.ts'

/** What a transaction may cost its sender, as far as prices tell. */
export interface TotalLoss {
  /** Whole USD; `UNLIMITED_LOSS` when nothing limits it, null when it is unknown. */
  readonly usd: number | null
  /** Whether anybody cares: there are prices, or an alert that looks at the loss. */
  readonly isWanted: boolean
  /** For the explanation: what has no price, and which prices are old; nothing when nobody cares. */
  readonly missing: readonly string[]
}

/** Of what has no price, a batch may have thousands. */
const MOST_NAMED = 3
const DAY_MS = 24 * 60 * 60 * 1000

const none: ReadonlyMap<string, HeldPrice> = new Map()

/** @param arePrices whether any are loaded: without them nothing is looked up */
export async function priceLoss(
  reads: Reads,
  examined: Examined,
  { now, isAskedFor, arePrices }: { now: number; isAskedFor: boolean; arePrices: boolean },
): Promise<TotalLoss> {
  const { chainId } = examined.transaction
  const exposures = exposuresOf(examined)
  const tokens = arePrices ? [...new Set(exposures.map(({ token }) => token))] : []
  const prices = tokens.length === 0 ? none : await reads.prices({ chainId, tokens })
  const { usd, unpriced } = lossOf(exposures, (token) => prices.get(token))
  const isWanted = arePrices || isAskedFor
  return {
    usd,
    isWanted,
    missing: isWanted ? [...unpricedText(unpriced, chainId), ...staleTexts(prices, chainId, now)] : [],
  }
}

function unpricedText(unpriced: readonly Exposure[], chainId: string): string[] {
  if (unpriced.length === 0) return []
  const named = unpriced.slice(0, MOST_NAMED).map((exposure) => whatHasNone(exposure, chainId))
  const more = unpriced.length > MOST_NAMED ? [`${unpriced.length - MOST_NAMED} more`] : []
  return [`No loss in USD: no price for ${[...named, ...more].join(', ')}`]
}

function whatHasNone({ token, isItem, amount, unlimited }: Exposure, chainId: string): string {
  if (isItem) return `items of ${checksummed(token)}`
  const isOpen = amount === undefined && !unlimited
  return isOpen ? `an open amount of ${nameOf(token, chainId)}` : nameOf(token, chainId)
}

function staleTexts(prices: ReadonlyMap<string, HeldPrice>, chainId: string, now: number): string[] {
  return Array.from(prices.values())
    .filter(({ as_of, max_age_ms }) => max_age_ms !== null && as_of + max_age_ms < now)
    .slice(0, MOST_NAMED)
    .map(({ token, as_of, source }) => `Price of ${nameOf(token, chainId)} is ${ageText(now - as_of)} (${source})`)
}

function nameOf(token: string, chainId: string): string {
  if (token !== '') return checksummed(token)
  return chainById(chainId)?.currency ?? 'the native currency'
}

function ageText(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  if (days < 1) return 'out of date'
  return `${days} ${days === 1 ? 'day' : 'days'} old`
}

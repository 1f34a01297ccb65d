import { chainById, pricedCurrency, wrapsNative } from '../../../api/chains.ts'
import { NATIVE_DECIMALS } from '../../../api/text/assets.ts'
import { dollarDecimals } from '../../../shared/money/dollars.ts'
import { isItem, NATIVE } from '../../evm/asset.ts'
import type { AssetAmount } from '../../evm/holdings.ts'
import { dollarsOf, type Price, worthOf } from '../../evm/worth.ts'
import type { Asset } from '../actions/actions.ts'
import { builtInToken, type EvidenceSet, listedToken } from '../evidence.ts'
import { roughPriceOf } from './rough-prices.ts'

/** Digits behind the point of a worth. */
const SCALE = 36

/** Per cent of what leaves that has to come back: of another asset, and of the same. */
const LEAST = 50n
const LEAST_OF_SAME = 90n

/** What the worth of an asset is known by. */
export interface WorthBasis {
  readonly evidence: EvidenceSet
  readonly chainId: string
}

/** In what a worth is counted. Without prices, the native currency and dollars cannot be compared. */
export const units = ['usd', 'native'] as const
/** usd-rough: dollars, of which what has no price of today is counted by its rough one. */
export type Unit = (typeof units)[number] | 'usd-rough'

/** An amount of a token, or of `NATIVE`, in base units. */
interface Amount {
  readonly token: string
  readonly amount: bigint
}

/**
 * What comes back, without what is worth less than half of what leaves; both as far as their worth is known in the same unit. No
 * price explains why the same asset, wrapped or not, comes back for less than 90 %.
 */
export function withoutPittance(
  got: readonly AssetAmount[],
  given: readonly AssetAmount[],
  by: WorthBasis,
): readonly AssetAmount[] {
  const known = new Map(got.map((change) => [change, unitOf(change, by)]))
  const [unit, ...others] = new Set(Array.from(known.values()).flatMap((each) => each ?? []))
  if (unit === undefined || others.length > 0) return got
  const sum = (changes: readonly AssetAmount[]) =>
    changes.reduce((total, change) => total + (worthOfChange(change, unit, by) ?? 0n), 0n)
  const isSame = [...got, ...given].every((change) => worthOfChange(change, 'native', by) !== undefined)
  const least = isSame ? LEAST_OF_SAME : LEAST
  return 100n * sum(got) < least * -sum(given) ? got.filter((change) => known.get(change) === undefined) : got
}

function unitOf(change: AssetAmount, by: WorthBasis): Unit | undefined {
  return units.find((unit) => worthOfChange(change, unit, by) !== undefined)
}

function worthOfChange({ token, id, amount }: AssetAmount, unit: Unit, by: WorthBasis): bigint | undefined {
  return id === undefined ? worthIn(unit, { token, amount }, by) : undefined
}

/**
 * The worth of an amount, with `SCALE` digits behind the point; undefined when it is not known in this unit. Decimals are those
 * of a price, of the list of dollars, or of a canonical token list.
 */
export function worthIn(unit: Unit, { token, amount }: Amount, { evidence, chainId }: WorthBasis): bigint | undefined {
  const native =
    token === NATIVE ? (chainById(chainId)?.decimals ?? NATIVE_DECIMALS) : wrappedDecimals(token, { evidence, chainId })
  if (unit === 'native') return scaled(amount, native)
  const own = evidence.priceOf(token)
  const decimals = dollarDecimals(chainId, token)
  if (decimals !== undefined && !(own && isBelowPar(own))) return scaled(amount, decimals)
  const priced = own ?? (native === undefined ? undefined : evidence.priceOf(NATIVE))
  const isRough = unit === 'usd-rough' && (!priced || priced.isStale)
  const price = isRough ? roughPriceOf(token, { evidence, chainId }) : priced
  if (!price || price.isStale) return undefined
  const { units, scale } = worthOf(amount, price)
  return scaled(units, scale)
}

/**
 * Symbol and decimals that a canonical list gives a token; of the native currency, also where it is wrapped, those of the chain.
 * Undefined: no list has it.
 */
export function symbolIn(
  token: string,
  { evidence, chainId }: WorthBasis,
): { readonly symbol: string; readonly decimals: number } | undefined {
  const chain = chainById(chainId)
  const wrapped =
    token === NATIVE ? (chain?.decimals ?? NATIVE_DECIMALS) : wrappedDecimals(token, { evidence, chainId })
  if (wrapped !== undefined) return chain && { symbol: chain.currency, decimals: wrapped }
  const listed = listedToken(token, evidence)
  if (listed?.symbol === undefined || listed.decimals === undefined) return undefined
  return { symbol: listed.symbol, decimals: listed.decimals }
}

/** Decimals of a listed token that wraps the native currency. */
function wrappedDecimals(token: string, { evidence, chainId }: WorthBasis): number | undefined {
  const listed = builtInToken(token, evidence)
  return wrapsNative(listed?.symbol, chainId) ? listed?.decimals : undefined
}

/** A price below 0.9 says that a dollar is none any more. */
function isBelowPar(price: Price): boolean {
  const { units, scale } = dollarsOf(price)
  return units * 10n < 9n * 10n ** BigInt(scale)
}

/** The worth of both sides of a trade, in the first unit in which both are known. */
export interface ComparedWorth {
  readonly unit: Unit
  /** With `SCALE` digits behind the point. */
  readonly given: bigint
  readonly got: bigint
}

/**
 * Undefined where the worth of one side is not known. What is given counts as far as it is known: there is no less of it.
 * @param by of assets on another chain, that one
 */
export function compared(
  gives: readonly Asset[],
  receives: readonly Asset[],
  { evidence, chainId }: WorthBasis,
): ComparedWorth | undefined {
  for (const unit of [...units, 'usd-rough'] as const) {
    const worthOfAsset = ({ standard, token, amount, on = chainId }: Asset) => {
      if (amount === 0n) return 0n
      // An ether is no POL.
      if (unit === 'native' && !hasSameCurrency(on, chainId)) return undefined
      const isCounted = amount !== undefined && !isItem({ standard })
      return isCounted ? worthIn(unit, { token, amount }, { evidence, chainId: on }) : undefined
    }
    const got = receives.map(worthOfAsset)
    const given = gives.reduce((sum, asset) => sum + (worthOfAsset(asset) ?? 0n), 0n)
    if (given > 0n && got.every((each) => each !== undefined))
      return { unit, given, got: got.reduce((sum, each) => sum + each, 0n) }
  }
  return undefined
}

/** What is only called ETH somewhere is no ether. */
function hasSameCurrency(one: string, other: string): boolean {
  const currency = pricedCurrency(one)
  return one === other || (currency !== undefined && currency === pricedCurrency(other))
}

/** A worth as a decimal number with two digits behind the point, rounded towards 0. */
export function worthText(worth: bigint): string {
  const cents = worth / 10n ** BigInt(SCALE - 2)
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

function scaled(amount: bigint, decimals: number | undefined): bigint | undefined {
  return decimals === undefined || decimals > SCALE ? undefined : amount * 10n ** BigInt(SCALE - decimals)
}

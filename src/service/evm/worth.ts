/** Price of one whole token. */
export interface Price {
  readonly decimals: number
  /** Decimal number in USD. */
  readonly usd: string
  /** Older than its source allows: it says nothing about what an order should pay. */
  readonly isStale?: boolean
}

/** By token in lower case; `NATIVE` is the native currency. */
export type PriceOf = (token: string) => Price | undefined

/** `units` × 10^-`scale` dollars, exactly. */
export interface Worth {
  readonly units: bigint
  readonly scale: number
}

/** The dollars of one whole token. */
export function dollarsOf({ usd }: Pick<Price, 'usd'>): Worth {
  const [whole = '', fraction = ''] = usd.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** The worth of an amount in base units. */
export function worthOf(amount: bigint, price: Price): Worth {
  const { units, scale } = dollarsOf(price)
  return { units: amount * units, scale: scale + price.decimals }
}

/** A worth in units of 10^-`digits` dollars, rounded towards 0. */
export function unitsAt({ units, scale }: Worth, digits: number): bigint {
  return digits >= scale ? units * 10n ** BigInt(digits - scale) : units / 10n ** BigInt(scale - digits)
}

export function sumOf(worths: readonly Worth[]): Worth {
  const scale = Math.max(0, ...worths.map((worth) => worth.scale))
  return { units: worths.reduce((sum, worth) => sum + unitsAt(worth, scale), 0n), scale }
}

/** Smaller amounts count as nothing: 10^-6 of the native currency (wei), 1000 base units of a token. */
const DUST_WEI = 10n ** 12n
const DUST_UNITS = 1000n
/** For a token whose decimals are known, less than 10^-6 of it is dust as well. */
const DUST_DECIMALS = 6

/** Whether an amount of an asset is next to nothing. An amount that the call does not fix is not dust. */
export function isDust({
  standard,
  amount,
}: {
  /** Where it is unknown, only 0 is dust: the amount may be an item. */
  readonly standard: string
  readonly amount: bigint | undefined
}): boolean {
  if (amount === undefined) return false
  if (standard === 'native') return amount < DUST_WEI
  if (standard === 'erc20') return amount < DUST_UNITS
  return amount === 0n
}

/** Whether an amount of a token is less than 10^-6 of it. @param decimals 0–255 */
export function isDustOf(amount: bigint, decimals: number): boolean {
  return decimals > DUST_DECIMALS && amount < 10n ** BigInt(decimals - DUST_DECIMALS)
}

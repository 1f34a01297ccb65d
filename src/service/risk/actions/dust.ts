import type { Asset } from './actions.ts'

/** Smaller amounts count as nothing: 10^-6 of the native currency (wei), 1000 base units of a token. */
const DUST_WEI = 10n ** 12n
const DUST_UNITS = 1000n
/** Of a token whose decimals are known, also less than 10^-6 of it. */
const DUST_DECIMALS = 6

/** An amount that the call does not fix is not dust. */
export function isDust({ standard, amount }: Asset): boolean {
  if (amount === undefined) return false
  if (standard === 'native') return amount < DUST_WEI
  if (standard === 'erc20') return amount < DUST_UNITS
  return amount === 0n
}

/** Whether an amount of a token is less than 10^-6 of it. @param decimals 0–255 */
export function isDustOf(amount: bigint, decimals: number): boolean {
  return decimals > DUST_DECIMALS && amount < 10n ** BigInt(decimals - DUST_DECIMALS)
}

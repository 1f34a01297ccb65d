import type { Asset } from './actions.ts'

/** Smaller amounts count as nothing: 10^-6 of the native currency (wei), 1000 base units of a token. */
const DUST_WEI = 10n ** 12n
const DUST_UNITS = 1000n

/** An amount that the call does not fix is not dust. */
export function isDust({ standard, amount }: Asset): boolean {
  if (amount === undefined) return false
  if (standard === 'native') return amount < DUST_WEI
  if (standard === 'erc20') return amount < DUST_UNITS
  return amount === 0n
}

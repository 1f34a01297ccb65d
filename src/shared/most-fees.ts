const UNIT = 10n ** 18n
/** By native currency (wei): far above ordinary fees, and far below what empties a treasury. */
const most: Readonly<Record<string, bigint>> = { ETH: UNIT / 2n, BNB: UNIT, POL: 100n * UNIT, AVAX: 10n * UNIT }

/** The most that fees of one transaction cost where nothing is configured (wei). @param currency symbol of the native one */
export function mostFees(currency: string | undefined): bigint {
  return most[currency ?? ''] ?? UNIT / 2n
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Usual permits last minutes, and usual orders up to a month. */
const LONG_DAYS = 31
/** Later than any date that a signer means. */
const FOREVER_DAYS = 100 * 365

/** How long a signature is valid, where that is unusual: one sentence. @param until last second, Unix time */
export function validityText(until: bigint, now: number): string | undefined {
  const days = Number((until * 1000n - BigInt(now)) / BigInt(DAY_MS))
  if (until * 1000n < BigInt(now)) return 'The signature has expired, or is valid only in the block that uses it.'
  if (days > FOREVER_DAYS) return 'The signature never expires.'
  if (days <= LONG_DAYS) return undefined
  return `The signature stays valid for ${days} days.`
}

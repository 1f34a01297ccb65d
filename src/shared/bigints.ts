export function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

/** Gives the least of bigints, which Math.min and Math.max do not take. */
export function least(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first
  for (const each of others) if (each < found) found = each
  return found
}

export function most(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first
  for (const each of others) if (each > found) found = each
  return found
}

export function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

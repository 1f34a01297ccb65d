const MAX_UINT256 = 2n ** 256n - 1n

/** A non-negative integer below 2^256 from decimal or 0x-hex text; undefined for anything else. */
export function parseQuantity(text: string): bigint | undefined {
  if (!/^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(text)) return undefined
  const value = BigInt(text)
  return value <= MAX_UINT256 ? value : undefined
}

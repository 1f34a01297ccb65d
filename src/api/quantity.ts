export const MAX_UINT256 = 2n ** 256n - 1n

/** Decimal numbers may still be too large. */
export const QUANTITY = /^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/

/** Parses a non-negative integer below 2^256 in decimal or 0x-hex; undefined for other text. */
export function parseQuantity(text: string): bigint | undefined {
  if (!QUANTITY.test(text)) return undefined
  const value = BigInt(text)
  return value <= MAX_UINT256 ? value : undefined
}

/** The largest quantity for larger numbers: no balance is larger. */
export function cappedQuantity(value: bigint): bigint {
  return value > MAX_UINT256 ? MAX_UINT256 : value
}

/** A blob has so many bytes, and costs as many units of blob gas (EIP-4844). */
export const BLOB_BYTES = 131_072

/** The most that fees can cost (wei): of gas at a price, and for blobs. */
export function cappedFee(gas: bigint, gasPrice: bigint, blobFee: bigint): bigint {
  return cappedQuantity(gas * gasPrice + blobFee)
}

/** A block by number or hash. */
export const BLOCK = /^(?:[0-9]{1,15}|0x[0-9a-fA-F]{64})$/

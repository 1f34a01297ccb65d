/** Order of secp256k1 (SEC 2, 2.4.1): keys, r and s are below it. */
export const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** 0x and 64 hex digits, from 1 to the order minus 1. */
export function isPrivateKey(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return false
  const key = BigInt(text)
  return key > 0n && key < CURVE_ORDER
}

/** Each signature has a twin with the other s; OpenZeppelin ECDSA (after EIP-2) accepts only the lower one. */
export function isLowS(s: string): boolean {
  return BigInt(s) <= CURVE_ORDER / 2n
}

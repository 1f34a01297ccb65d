/** Order of secp256k1's group (SEC 2, 2.4.1): keys, r and s lie below it. */
export const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Whether a text is a private key of the curve: 0x and 64 hex digits, from 1 to the order less 1. */
export function isPrivateKey(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return false
  const key = BigInt(text)
  return key > 0n && key < CURVE_ORDER
}

/**
 * Whether s is in the lower half. To every signature there is a second one with the other s; the library that the contracts use
 * (OpenZeppelin ECDSA, after EIP-2) takes the lower one only.
 */
export function isLowS(s: string): boolean {
  return BigInt(s) <= CURVE_ORDER / 2n
}

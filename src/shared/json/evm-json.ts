/**
 * Quantities, data, hashes and addresses as JSON-RPC writes them. What is read comes from a node, a wallet or a file and may be
 * anything: what is not a value of the type, such as 0X, is undefined, and the caller says what that means.
 */

export function quantity(value: bigint | number): string {
  return `0x${value.toString(16)}`
}

/** A quantity of at most 256 bits; undefined for anything else. */
export function quantityOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}

/** 32 bytes, in lower case; undefined for anything else. */
export function hashOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? value.toLowerCase() : undefined
}

/** Hex of whole bytes, in lower case; undefined for anything else. */
export function dataOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value) ? value.toLowerCase() : undefined
}

/** 20 bytes, in lower case; undefined for anything else. */
export function addressOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : undefined
}

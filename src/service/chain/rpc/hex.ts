import { HEX_HASH } from '../../../api/hash.ts'

/** Quantities, data and hashes as JSON-RPC writes them. What is read comes from a node and may be anything. */

export function quantity(value: bigint | number): string {
  return `0x${value.toString(16)}`
}

/** A quantity of at most 256 bits; undefined for anything else. */
export function quantityOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

/** 32 bytes, in lower case; undefined for anything else. */
export function hashOf(value: unknown): string | undefined {
  return typeof value === 'string' && HEX_HASH.test(value) ? value.toLowerCase() : undefined
}

/** Hex of whole bytes, in lower case; undefined for anything else. */
export function dataOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? value.toLowerCase() : undefined
}

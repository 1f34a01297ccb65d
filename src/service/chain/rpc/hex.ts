import { HEX_HASH } from '../../../api/hash.ts'

/** Quantities, data and 32-byte words as JSON-RPC and the ABI write them. What is read comes from a stranger and may be anything. */

const WORD_DIGITS = 64

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

/** An ABI word of an address or a number, without 0x. */
export function word(value: string | bigint): string {
  return (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(WORD_DIGITS, '0')
}

/** A word of an answer; undefined where the answer is shorter. */
export function wordAt(answer: string | undefined, index = 0): bigint | undefined {
  const digits = answer?.slice(2 + WORD_DIGITS * index, 2 + WORD_DIGITS * (index + 1))
  return digits?.length === WORD_DIGITS ? BigInt(`0x${digits}`) : undefined
}

/** The address in a word; undefined where the word is none. */
export function addressAt(answer: string | undefined, index = 0): string | undefined {
  const value = wordAt(answer, index)
  return value === undefined || value >> 160n !== 0n ? undefined : `0x${value.toString(16).padStart(40, '0')}`
}

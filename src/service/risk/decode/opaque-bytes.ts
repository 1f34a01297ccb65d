import { MAX_UINT256 } from '../../../api/quantity.ts'

/** Bytes of values that may hold an address which their type does not show. */

/** Smaller numbers have eight zero bytes before their last twelve: they are amounts. */
const SMALLEST = 2n ** 96n

const HEX_TEXT = /^0x[0-9a-f]{40,}$/i

/** @param digits hex, with or without 0x; half a byte at the end is dropped */
export function bytesOfHex(digits: string): Buffer {
  return Buffer.from(digits.startsWith('0x') ? digits.slice('0x'.length) : digits, 'hex')
}

/** The characters, and the bytes that they write in hex. */
export function bytesOfText(text: string): Buffer[] {
  return HEX_TEXT.test(text) ? [Buffer.from(text), bytesOfHex(text.toLowerCase())] : [Buffer.from(text)]
}

/** The 32 bytes of a number; none for an amount and for 2^256 - 1. */
export function bytesOfNumber(number: bigint): Buffer[] {
  if (number >= 0n && (number < SMALLEST || number === MAX_UINT256)) return []
  return [Buffer.from(BigInt.asUintN(256, number).toString(16).padStart(64, '0'), 'hex')]
}

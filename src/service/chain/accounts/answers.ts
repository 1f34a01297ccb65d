import { oneLineWithHidden } from '../../../shared/text/one-line.ts'
import { addressAt, isZeroAddress, WORD_DIGITS, wordAt } from '../../evm/words.ts'

/**
 * Readers of what a foreign contract answers: hex with 0x, of any length and content. They never throw; what is not a
 * value of the type is undefined.
 */

/** The lens cuts answers off there (bytes). */
export const MAX_ANSWER = 1024

const MAX_SYMBOL = 32
const MAX_NAME = 64

/** Reads a word as an address in lower case; the zero address is none. */
export function answeredAddress(answer: string | undefined, index = 0): string | undefined {
  const address = addressAt(answer, index)
  return address === undefined || isZeroAddress(address) ? undefined : address
}

/** Reads a boolean as ERC-165 requires it: one word, 1. */
export function isTrue(answer: string | undefined): boolean {
  return answer?.length === 2 + WORD_DIGITS && wordAt(answer) === 1n
}

export function decimalsOf(answer: string | undefined): number | undefined {
  const word = wordAt(answer)
  return word !== undefined && word <= 255n ? Number(word) : undefined
}

/** Gives an `address[]` of addresses that are not zero and differ. Undefined when it is cut off: an incomplete list misleads. */
export function answeredAddresses(answer: string | undefined, most = MAX_ANSWER / 32): string[] | undefined {
  return wordAt(answer) === 32n ? listedAddresses(answer, 1, most) : undefined
}

/** Gives the `address[]` that an answer of several values has at a position, as `addressesOf` does. */
export function addressesIn(answer: string | undefined, index: number, most: number): string[] | undefined {
  const offset = wordAt(answer, index)
  if (offset === undefined || offset % 32n !== 0n || offset > BigInt(answer?.length ?? 0)) return undefined
  return listedAddresses(answer, Number(offset / 32n), most)
}

/** @param at word with the length */
function listedAddresses(answer: string | undefined, at: number, most: number): string[] | undefined {
  const length = wordAt(answer, at)
  if (length === undefined || length > BigInt(most)) return undefined
  const found = Array.from({ length: Number(length) }, (_, index) => answeredAddress(answer, at + 1 + index))
  const known = found.filter((address) => address !== undefined)
  return new Set(known).size === found.length ? known : undefined
}

export function versionOf(answer: string | undefined): string | undefined {
  return textOf(answer, MAX_SYMBOL)
}

export function symbolOf(answer: string | undefined): string | undefined {
  return textOf(answer, MAX_SYMBOL)
}

export function answeredName(answer: string | undefined): string | undefined {
  return textOf(answer, MAX_NAME)
}

/** What counts as one character of a text: a hidden one that is shown by its number, too. */
const CHARACTER = /\\u\{[0-9a-f]{1,6}\}|./gu

/** A `string`, or a `bytes32` as old tokens have it, as one line that shows hidden characters: they make two names look alike. */
function textOf(answer: string | undefined, maxCharacters: number): string | undefined {
  const bytes = textBytesOf(Buffer.from(answer?.slice(2) ?? '', 'hex'))
  if (bytes === undefined) return undefined
  const text = oneLineWithHidden(new TextDecoder().decode(bytes)).normalize('NFC').trim()
  return text.match(CHARACTER)?.slice(0, maxCharacters).join('').trim() || undefined
}

function textBytesOf(answer: Buffer): Buffer | undefined {
  if (answer.length === 32) return withoutZeros(answer)
  if (answer.length < 64) return undefined
  const offset = answer.readBigUInt64BE(24)
  const isOffset = isSmall(answer.subarray(0, 32)) && offset === 32n
  if (!isOffset || !isSmall(answer.subarray(32, 64))) return undefined
  const length = answer.readBigUInt64BE(56)
  const rest = answer.subarray(64)
  if (length > rest.length && answer.length < MAX_ANSWER) return undefined
  return withoutZeros(rest.subarray(0, Math.min(Number(length), rest.length)))
}

/** Whether a word is below 2^64. */
function isSmall(word: Buffer): boolean {
  return word.subarray(0, 24).every((byte) => byte === 0)
}

function withoutZeros(bytes: Buffer): Buffer {
  const isZero = (at: number) => bytes[at] === 0
  let end = bytes.length
  while (end > 0 && isZero(end - 1)) end--
  return bytes.subarray(0, end)
}

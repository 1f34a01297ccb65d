import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'

/**
 * Words of 32 bytes as the ABI writes them, and the addresses and topics in them. What is read comes from contracts and nodes, so
 * it may have any length and content: no reader throws. Addresses are in lower case.
 */

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

export function isZeroAddress(address: string): boolean {
  return address === ZERO_ADDRESS
}

/** First three and last three digits of an address in lower case: what people compare. */
export function endsOf(address: string): string {
  return address.slice(2, 5) + address.slice(-3)
}

/** Stands for every account, in Aragon's access control (ANY_ENTITY, ANY_ADDR) and in what is read of open roles. */
export const EVERYONE = `0x${'f'.repeat(40)}`

/** Hex digits of a word, of the address in it, and of a selector. */
export const WORD_DIGITS = 64
export const ADDRESS_DIGITS = 40
export const SELECTOR_DIGITS = 8
/** Characters of a selector with 0x. */
export const SELECTOR_LENGTH = 2 + SELECTOR_DIGITS

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
  return value === undefined || value >> 160n !== 0n ? undefined : addressOfNumber(value)
}

/** The last 160 bits of a number as an address. */
export function addressOfNumber(value: bigint): string {
  return `0x${BigInt.asUintN(160, value).toString(16).padStart(ADDRESS_DIGITS, '0')}`
}

/** The address in a word or topic, with or without 0x: its last 20 bytes; the zero address where there is no word. */
export function addressOfWord(word = ''): string {
  return `0x${word.replace(/^0x/, '').slice(-ADDRESS_DIGITS).toLowerCase().padStart(ADDRESS_DIGITS, '0')}`
}

/** The whole words of hex digits (without 0x), in order; what is left at the end is no word. */
export function wordsIn(digits: string): string[] {
  return digits.match(/[0-9a-f]{64}/gi) ?? []
}

/** The arguments of a call as numbers, word by word: what follows the selector. */
export function argumentNumbers(data: string): bigint[] {
  return wordsIn(data.slice(SELECTOR_LENGTH)).map((digits) => BigInt(`0x${digits}`))
}

/** The selector of a function, by its canonical signature. */
export function selectorOf(signature: string): string {
  return topicOf(signature).slice(0, SELECTOR_LENGTH)
}

/** First topic of an event. Whether its arguments are indexed is no part of it. */
export function topicOf(signature: string): string {
  return Hash.keccak256(Hex.fromString(signature))
}

/** What the code of an account starts with that runs the code of another address (EIP-7702). */
const DELEGATION = '0xef0100'

/** The code that an account has while it delegates to an address (EIP-7702); none for the zero address, which ends a delegation. */
export function delegationTo(delegate: string): string {
  return isZeroAddress(delegate) ? '0x' : `${DELEGATION}${delegate.slice(2)}`
}

/** The address to whose code an account delegates; undefined for any other code. */
export function delegateOf(code: string): string | undefined {
  return /^0xef0100[0-9a-f]{40}$/.test(code) ? `0x${code.slice(DELEGATION.length)}` : undefined
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answeredAddress,
  answeredAddresses,
  answeredName,
  decimalsOf,
  isTrue,
  symbolOf,
} from '../../../../src/service/chain/accounts/answers.ts'
import { wordAt } from '../../../../src/service/evm/words.ts'
import { hiddenCharacter } from '../../../../src/shared/text/one-line.ts'

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const string = (bytes: Uint8Array, { offset = 32n, length = BigInt(bytes.length) } = {}) =>
  `0x${word(offset)}${word(length)}${Buffer.from(bytes)
    .toString('hex')
    .padEnd(Math.ceil(bytes.length / 32) * 64, '0')}`
const utf8 = (text: string) => string(Buffer.from(text))
const bytes32 = (text: string) => hex(Buffer.from(text).subarray(0, 32)).padEnd(66, '0')

/** Answers of hostile contracts: any bytes, and strings with wrong offsets and lengths. */
const anyWord = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 1100n }),
  fc.constant(32n),
)
const anyAnswer = fc.oneof(
  fc.uint8Array({ maxLength: 1024 }).map(hex),
  fc
    .record({ bytes: fc.uint8Array({ maxLength: 960 }), offset: anyWord, length: anyWord })
    .map(({ bytes, ...at }) => string(bytes, at)),
  fc.string({ unit: 'binary', maxLength: 300 }).map(utf8),
)

test('symbols and names are strings, or bytes32 as in old tokens', () => {
  expect(symbolOf(utf8('USDC'))).toBe('USDC')
  expect(symbolOf(bytes32('MKR'))).toBe('MKR')
  expect(answeredName(utf8('Wrapped Ether'))).toBe('Wrapped Ether')
  expect(symbolOf('0x')).toBeUndefined()
  expect(symbolOf(undefined)).toBeUndefined()
  expect(symbolOf(utf8(''))).toBeUndefined()
  expect(symbolOf(`0x${word(0n)}`)).toBeUndefined()
})

test('texts come on one line, composed and short, and show what hides or reorders by its number', () => {
  expect(symbolOf(utf8('US\u200bD\u202e\u200bC\u0000\u0007'))).toBe(String.raw`US\u{200b}D\u{202e}C\u{0}`)
  expect(symbolOf(utf8(`${'\u200b'.repeat(200)}USDC`))).toBe(String.raw`\u{200b}USDC`)
  expect(symbolOf(utf8('a\u200b'.repeat(100)))).toBe(String.raw`a\u{200b}`.repeat(16))
  expect(symbolOf(utf8('US\nDC\t1'))).toBe('US DC 1')
  expect(symbolOf(utf8('e\u0301'))).toBe('\u00e9')
  expect(symbolOf(utf8('\u{1f98a}'.repeat(100)))).toBe('\u{1f98a}'.repeat(32))
  expect(answeredName(utf8('x'.repeat(900)))).toBe('x'.repeat(64))
  expect(symbolOf(string(Uint8Array.of(0x55, 0xff, 0x53)))).toBe('U\ufffdS')
})

test('a string that the lens cut off is read as far as it goes; other wrong lengths are no strings', () => {
  const cut = string(new Uint8Array(960).fill(0x61), { length: 5000n })
  expect(cut.length).toBe(2 + 2 * 1024)
  expect(answeredName(cut)).toBe('a'.repeat(64))
  expect(symbolOf(string(Buffer.from('USDC'), { length: 5000n }))).toBeUndefined()
  expect(symbolOf(string(Buffer.from('USDC'), { length: 2n ** 255n }))).toBeUndefined()
  expect(symbolOf(string(Buffer.from('USDC'), { offset: 64n }))).toBeUndefined()
  expect(symbolOf(string(Buffer.from('USDC'), { offset: 2n ** 64n + 32n }))).toBeUndefined()
})

test('any answer gives a text that is safe to print, or none', () => {
  fc.assert(
    fc.property(anyAnswer, (answer) => {
      for (const [text, most] of [
        [symbolOf(answer), 32],
        [answeredName(answer), 64],
      ] as const) {
        if (text === undefined) continue
        expect(Array.from(text).length).toBeGreaterThan(0)
        expect(Array.from(text.replace(/\\u\{[0-9a-f]+\}/g, '.')).length).toBeLessThanOrEqual(most)
        expect(text.replace(new RegExp(hiddenCharacter(), 'gv'), '')).toBe(text)
        expect(text).toBe(text.trim())
        expect(text.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('any answer gives values of their type, or none', () => {
  fc.assert(
    fc.property(anyAnswer, (answer) => {
      const decimals = decimalsOf(answer)
      expect(decimals === undefined || (Number.isInteger(decimals) && decimals >= 0 && decimals <= 255)).toBe(true)
      expect(answeredAddress(answer) ?? `0x${'1'.repeat(40)}`).toMatch(/^0x(?!0{40})[0-9a-f]{40}$/)
      const addresses = answeredAddresses(answer) ?? []
      expect(new Set(addresses).size).toBe(addresses.length)
      expect(addresses.every((each) => /^0x(?!0{40})[0-9a-f]{40}$/.test(each))).toBe(true)
      expect(isTrue(answer)).toBe(answer === `0x${word(1n)}`)
      expect(wordAt(answer) === undefined).toBe(answer.length < 66)
    }),
  )
})

test('decimals are at most 255', () => {
  expect(decimalsOf(`0x${word(255n)}`)).toBe(255)
  expect(decimalsOf(`0x${word(256n)}`)).toBeUndefined()
  expect(decimalsOf(`0x${word(0n)}`)).toBe(0)
})

test('owners differ, are not zero, and are all there', () => {
  const list = (...owners: bigint[]) => `0x${word(32n)}${word(BigInt(owners.length))}${owners.map(word).join('')}`
  expect(answeredAddresses(list(1n, 2n))).toEqual([`0x${'1'.padStart(40, '0')}`, `0x${'2'.padStart(40, '0')}`])
  expect(answeredAddresses(list())).toEqual([])
  expect(answeredAddresses(list(1n, 1n))).toBeUndefined()
  expect(answeredAddresses(list(0n))).toBeUndefined()
  expect(answeredAddresses(list(1n, 0n, 0n))).toBeUndefined()
  expect(answeredAddresses(list(2n ** 160n))).toBeUndefined()
  expect(answeredAddresses(`0x${word(32n)}${word(2n)}${word(1n)}`)).toBeUndefined()
  expect(answeredAddresses(`0x${word(32n)}${word(2n ** 200n)}${word(1n)}`)).toBeUndefined()
})

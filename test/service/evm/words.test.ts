import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressAt,
  addressOfNumber,
  addressOfWord,
  argumentNumbers,
  delegateOf,
  delegationTo,
  isZeroAddress,
  topicOf,
  word,
  wordAt,
  wordsIn,
  ZERO_ADDRESS,
} from '../../../src/service/evm/words.ts'
import { addressOf } from '../../../src/shared/json/evm-json.ts'

const numbers = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const addresses = fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }).map(addressOfNumber)
const mixedCase = (address: string) => `0x${address.slice(2).toUpperCase()}`

test('a number is one word, which reads as the same number at its place', () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1 }), (values) => {
      const answer = `0x${values.map(word).join('')}`
      expect(values.map((_, index) => wordAt(answer, index))).toEqual(values)
      expect(wordAt(answer)).toBe(values[0])
      expect(wordAt(answer, values.length)).toBeUndefined()
      expect(wordAt(answer.slice(0, -1), values.length - 1)).toBeUndefined()
      expect(wordsIn(answer.slice(2)).map((digits) => BigInt(`0x${digits}`))).toEqual(values)
      expect(argumentNumbers(`0x12345678${answer.slice(2)}`)).toEqual(values)
      expect(argumentNumbers(`0x12345678${answer.slice(2)}ab`)).toEqual(values)
    }),
  )
})

test('an address is one word of 64 digits, in lower case', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(word(mixedCase(address))).toMatch(/^0{24}[0-9a-f]{40}$/)
      expect(addressAt(`0x${word(address)}`)).toBe(address)
      expect(addressAt(`0x${word(7n)}${word(address)}`, 1)).toBe(address)
      for (const text of [word(address), `0x${word(address)}`, word(address).toUpperCase()])
        expect(addressOfWord(text)).toBe(address)
      expect(addressOf(mixedCase(address))).toBe(address)
    }),
  )
})

test('a word with more than 20 bytes is no address; its last 20 bytes are one where a topic is cut', () => {
  expect(addressAt(`0x${word(2n ** 160n)}`)).toBeUndefined()
  expect(addressAt(`0x${word(2n ** 160n - 1n)}`)).toBe(`0x${'f'.repeat(40)}`)
  expect(addressAt('0x')).toBeUndefined()
  expect(addressAt(undefined)).toBeUndefined()
  expect(addressOfNumber(2n ** 160n + 5n)).toBe(`0x${'0'.repeat(39)}5`)
  expect(addressOfWord(word(2n ** 160n + 5n))).toBe(`0x${'0'.repeat(39)}5`)
  expect(addressOfWord('a1')).toBe(`0x${'0'.repeat(38)}a1`)
  expect(addressOfWord()).toBe(ZERO_ADDRESS)
})

test.each([
  ['nothing', undefined],
  ['a number', 7],
  ['a short one', '0x12'],
  ['one without 0x', 'a'.repeat(42)],
  ['a word', `0x${word(1n)}`],
  ['another letter', `0x${'g'.repeat(40)}`],
])('%s is not an address', (_, value) => {
  expect(addressOf(value)).toBeUndefined()
})

test('words end where the data does, and hex is read in any case', () => {
  expect(wordsIn('')).toEqual([])
  expect(wordsIn('AB'.repeat(32))).toEqual(['AB'.repeat(32)])
  expect(wordsIn('a'.repeat(63))).toEqual([])
  expect(argumentNumbers('0x')).toEqual([])
})

test('a topic is the hash of the signature', () => {
  expect(topicOf('Transfer(address,address,uint256)')).toBe(
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  )
})

test('the code of a delegation names the delegate, and only that code does', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      fc.pre(!isZeroAddress(address))
      expect(delegationTo(address)).toBe(`0xef0100${address.slice(2)}`)
      expect(delegateOf(delegationTo(address))).toBe(address)
      expect(delegateOf(`${delegationTo(address)}00`)).toBeUndefined()
      expect(delegateOf(`0x${delegationTo(address)}`)).toBeUndefined()
    }),
  )
  expect(delegationTo(ZERO_ADDRESS)).toBe('0x')
  expect(delegateOf('0x')).toBeUndefined()
  expect(isZeroAddress(ZERO_ADDRESS)).toBe(true)
})

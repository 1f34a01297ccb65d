import { expect, test } from 'vitest'
import { sharedDigits, sharedDigitsText, skeletonOf } from '../../../../src/service/risk/parties/similarity.ts'

test.each([
  ['0xabc0000000000000000000000000000000000def', '0xabc1111111111111111111111111111111111def', 3, 3],
  ['0xabc0000000000000000000000000000000000def', '0xbbc0000000000000000000000000000000000dee', 0, 0],
  ['0xabc0000000000000000000000000000000000def', '0xabc0000000000000000000000000000000000def', 40, 40],
  ['0xabcd000000000000000000000000000000000def', '0xabce000000000000000000000000000000000def', 3, 36],
])('%s and %s share %i first and %i last digits', (a, b, first, last) => {
  expect(sharedDigits(a, b)).toEqual({ first, last })
})

test('has a text', () => {
  expect(sharedDigitsText({ first: 3, last: 4 })).toBe('same first 3 and last 4 digits')
})

test.each([
  ['case', 'usdc', 'USDC'],
  ['a Greek Nu', 'BΝB', 'BNB'],
  ['a Cyrillic Te', 'USDТ', 'USDT'],
  ['a Mongolian vowel separator', 'B\u180eN\u180eB\u180e', 'BNB'],
  ['a zero-width space and padding', ' W\u200bETH      ', 'WETH'],
  ['full width', 'ＤＡＩ', 'DAI'],
  ['mathematical letters', '𝐃𝐀𝐈', 'DAI'],
  ['a combining mark', 'U\u0308SDC', 'USDC'],
  ['a small l for a capital I', 'DAl', 'DAI'],
  ['one for I and zero for O', '1NCH0R', 'INCHOR'],
  ['five for S', 'U5DC', 'USDC'],
])('%s makes no difference', (_, forged, genuine) => {
  expect(skeletonOf(forged)).toBe(skeletonOf(genuine))
})

test.each([
  ['USDC', 'USDT'],
  ['BAL', 'BAI'],
  ['DAI', 'DAY'],
  ['WETH', 'ETH'],
])('%s and %s do not look the same', (one, two) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(two))
})

test('a name of invisible characters has an empty skeleton', () => {
  expect(skeletonOf('\u200b \u180e')).toBe('')
})

import { expect, test } from 'vitest'
import { skeletonOf } from '../../../../src/service/risk/similarity/skeleton.ts'

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

test('a name of nothing that is seen has an empty skeleton', () => {
  expect(skeletonOf('\u200b \u180e')).toBe('')
})

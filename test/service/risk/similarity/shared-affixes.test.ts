import { expect, test } from 'vitest'
import { sharedDigits, sharedDigitsText } from '../../../../src/service/risk/similarity/shared-affixes.ts'

test.each([
  ['0xabc0000000000000000000000000000000000def', '0xabc1111111111111111111111111111111111def', 3, 3],
  ['0xabc0000000000000000000000000000000000def', '0xbbc0000000000000000000000000000000000dee', 0, 0],
  ['0xabc0000000000000000000000000000000000def', '0xabc0000000000000000000000000000000000def', 40, 40],
  ['0xabcd000000000000000000000000000000000def', '0xabce000000000000000000000000000000000def', 3, 36],
])('%s and %s share %i first and %i last digits', (a, b, first, last) => {
  expect(sharedDigits(a, b)).toEqual({ first, last })
})

test('is told in words', () => {
  expect(sharedDigitsText({ first: 3, last: 4 })).toBe('same first 3 and last 4 digits')
})

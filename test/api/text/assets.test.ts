import { expect, test } from 'vitest'
import { nativeAmount, nativeText } from '../../../src/api/text/assets.ts'

test.each([
  ['1234500000000000000000', 'ETH', '1,234.5 ETH'],
  ['0x5', 'ETH', '5 wei'],
  ['0', undefined, '0 native units'],
  [String(2n ** 256n - 1n), 'ETH', 'about 1.15e59 ETH'],
  ['-5', 'ETH', '-5'],
])('%s wei of %s: %s', (wei, currency, text) => {
  expect(nativeAmount(wei, currency)).toBe(text)
  if (currency !== undefined && text !== wei) expect(nativeText(BigInt(wei), currency)).toBe(text)
})

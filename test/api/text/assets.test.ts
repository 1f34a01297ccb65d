import { expect, test } from 'vitest'
import { nativeAmount, nativeAsset, nativeText } from '../../../src/api/text/assets.ts'

test.each([
  ['1234500000000000000000', '1', '1,234.5 ETH'],
  ['0x5', '1', '5 wei'],
  ['0', undefined, '0 native units'],
  [String(2n ** 256n - 1n), '1', 'about 1.15e59 ETH'],
  ['-5', '1', '-5'],
  ['2500000', '728126428', '2.5 TRX'],
  ['5', '728126428', '0.000005 TRX'],
])('%s wei on chain %s: %s', (wei, chainId, text) => {
  expect(nativeAmount(wei, chainId)).toBe(text)
  if (chainId !== undefined && text !== wei) expect(nativeText(BigInt(wei), nativeAsset(chainId))).toBe(text)
})

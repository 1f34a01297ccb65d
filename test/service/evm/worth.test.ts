import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollarsOf, isDust, isDustOf, sumOf, unitsAt, worthOf } from '../../../src/service/evm/worth.ts'

test('a price is read exactly, and so is the worth of an amount', () => {
  expect([dollarsOf({ usd: '3000.50' }), dollarsOf({ usd: '7' })]).toEqual([
    { units: 300_050n, scale: 2 },
    { units: 7n, scale: 0 },
  ])
  expect(worthOf(5n, { usd: '0.25', decimals: 6 })).toEqual({ units: 125n, scale: 8 })
})

test('a worth is rounded towards 0 where digits are left out', () => {
  expect(unitsAt({ units: 12_399n, scale: 4 }, 2)).toBe(123n)
  expect(unitsAt({ units: -12_399n, scale: 4 }, 2)).toBe(-123n)
  expect(unitsAt({ units: 12n, scale: 1 }, 1)).toBe(12n)
  expect(unitsAt({ units: 12n, scale: 1 }, 3)).toBe(1200n)
})

test('a sum of worths loses nothing, whatever their scales', () => {
  const worths = fc.record({ units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), scale: fc.nat(36) })
  fc.assert(
    fc.property(fc.array(worths), (given) => {
      const exact = given.reduce((sum, worth) => sum + unitsAt(worth, 36), 0n)
      expect(unitsAt(sumOf(given), 36)).toBe(exact)
    }),
  )
})

test('dust is less than a millionth of the native currency, a thousand base units of a token, and no item', () => {
  const dust = (standard: string, amount: bigint | undefined) => isDust({ standard, amount })
  expect([dust('native', 10n ** 12n - 1n), dust('native', 10n ** 12n)]).toEqual([true, false])
  expect([dust('erc20', 999n), dust('erc20', 1000n)]).toEqual([true, false])
  for (const standard of ['erc721', 'erc1155', 'erc20-or-erc721'])
    expect([dust(standard, 0n), dust(standard, 1n)]).toEqual([true, false])
  for (const standard of ['native', 'erc20', 'erc721']) expect(dust(standard, undefined)).toBe(false)
})

test('of a token with decimals, dust is less than a millionth of one', () => {
  expect([isDustOf(10n ** 12n - 1n, 18), isDustOf(10n ** 12n, 18)]).toEqual([true, false])
  expect([isDustOf(9n, 7), isDustOf(10n, 7), isDustOf(0n, 7)]).toEqual([true, false, true])
  expect([isDustOf(0n, 6), isDustOf(0n, 0)]).toEqual([false, false])
})

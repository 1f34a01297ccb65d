import * as Secp256k1 from 'ox/Secp256k1'
import { expect, test } from 'vitest'
import { CURVE_ORDER, isLowS, isPrivateKey } from '../../../src/service/payload/curve.ts'
import { word } from './by-hand.ts'

test('the order equals that of the signing library', () => {
  expect(CURVE_ORDER).toBe(Secp256k1.noble.Point.Fn.ORDER)
})

test('a private key is from 1 to below the order', () => {
  const keys = [0n, 1n, CURVE_ORDER - 1n, CURVE_ORDER].map((key) => isPrivateKey(`0x${word(key)}`))
  expect(keys).toEqual([false, true, true, false])
})

test('the lower half ends at half the order, as in OpenZeppelin', () => {
  const half = '0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0'
  expect([isLowS(half), isLowS(`0x${word(BigInt(half) + 1n)}`)]).toEqual([true, false])
})

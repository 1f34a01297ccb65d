import { expect, test } from 'vitest'
import { unprotectedSwap } from '../../../../src/service/risk/detectors/unprotected-swap.ts'
import { asset, detected, exchange, native, otherCoin } from '../actions-builder.ts'
import { word } from '../call-data.ts'
import { observe, stranger, token } from '../situation.ts'
import { entryPoint, safe, wrapInAll } from '../wrapping.ts'

const nothing = exchange({ receives: [asset({ amount: 0n })] })
const texts = (...actions: Parameters<typeof detected>[1]) =>
  detected(unprotectedSwap, actions).map(({ points, text }) => `${points} ${text}`)

test('attack: A swap has a minimum output of zero', () => {
  expect(texts(nothing)).toEqual(['35 The swap accepts an output of zero.'])
})

test('evasion: The minimum is dust: that is no minimum', () => {
  expect(texts(exchange({ receives: [asset({ amount: 1n })] }))).toHaveLength(1)
})

test('a swap with a minimum is not a finding', () => {
  expect(texts(exchange(), exchange({ receives: [asset({ amount: undefined })] }))).toEqual([])
})

test('near miss: A swap has no minimum, and a later sweep of the same router has one', () => {
  const inRouter = { ...nothing, authority: otherCoin }
  const unwrapped = (least: bigint) => {
    const taken = exchange({ form: 'withdrawal', receives: [native(least)] })
    return { ...taken, call: { ...taken.call, name: 'unwrapWETH9' } }
  }
  expect(texts(inRouter, unwrapped(10n ** 17n))).toEqual([])
  expect(texts(inRouter, unwrapped(0n))).toHaveLength(1)
  // Ether that the router has is not the wrapped ether of the swap.
  expect(texts(inRouter, exchange({ form: 'withdrawal', receives: [native(10n ** 17n)] }))).toHaveLength(1)
})

test('so is a bridge transfer, and a swap of assets that the call does not name', () => {
  expect(texts(exchange({ form: 'bridge', receives: [asset({ amount: 1n })] }))).toEqual([
    '35 The transfer to another chain accepts almost no output.',
  ])
  expect(texts(exchange({ receives: [], least: 0n }))).toHaveLength(1)
  expect(texts(exchange({ receives: [], least: 10n ** 9n }))).toEqual([])
})

test('so is liquidity that is added to or taken out of a pool', () => {
  expect(texts(exchange({ form: 'liquidity', receives: [], least: 0n }))).toEqual([
    '35 The deposit into a pool accepts an output of zero.',
  ])
  expect(texts(exchange({ form: 'withdrawal', receives: [], least: 999n }))).toEqual([
    '35 The withdrawal accepts almost no output.',
  ])
  expect(texts(exchange({ form: 'liquidity', receives: [] }))).toEqual([])
})

test('a swap inside multicall, Safe and user operation is found', () => {
  const points = (minimum: bigint) => {
    const swap = `0x04e45aaf${[token, otherCoin, 3000n, safe, 10n ** 18n, minimum, 0n].map(word).join('')}`
    return observe(unprotectedSwap, { to: entryPoint, data: wrapInAll(stranger, swap) }).map((found) => found.points)
  }
  expect(points(0n)).toEqual([35])
  expect(points(999n)).toEqual([35])
  expect(points(10n ** 9n)).toEqual([])
})

test('a decoy with a minimum does not protect a swap whose output leaves the router', () => {
  expect(texts(nothing, exchange({ receives: [asset({ amount: 2000n })] }))).toHaveLength(1)
  const inRouter = { ...nothing, authority: otherCoin }
  const other = exchange({
    form: 'swap',
    gives: [asset({ token: otherCoin })],
    receives: [asset({ token: otherCoin })],
  })
  expect(texts(inRouter, other)).toHaveLength(1)
})

import { describe, expect, test } from 'vitest'
import { zeroValueBait } from '../../../../src/service/risk/detectors/zero-value-bait.ts'
import {
  asset,
  brief,
  briefly,
  coin,
  detected,
  friend,
  item,
  native,
  signer,
  somebody,
  transfer,
} from '../actions-builder.ts'
import { callData } from '../call-data.ts'
import { observe, other, stranger, token } from '../situation.ts'
import { entryPoint, safe, wrapInAll } from '../wrapping.ts'

const found = briefly(zeroValueBait)
const nothing = asset({ amount: 0n })

test('attack: A zero-value transferFrom out of another account', () => {
  expect(detected(zeroValueBait, [transfer({ from: friend, asset: nothing })])).toEqual([
    {
      subCategory: 'addressPoisoning',
      points: 80,
      hops: 0,
      subject: somebody,
      role: 'recipient',
      text: `receives a zero-value transfer from ${friend}, which the sender does not own: address poisoning bait`,
      source: 'call data',
      flip: 'reject: it moves nothing; a transfer from an account of the sender is no bait',
    },
  ])
})

test('also for a token of unknown standard', () => {
  const unclear = asset({ amount: 0n, standard: 'erc20-or-erc721' })
  expect(found([transfer({ from: friend, asset: unclear })])).toEqual([`80 ${somebody}`])
})

test('many baits for one address are one finding', () => {
  const baits = [friend, coin, friend].map((from) => transfer({ from, asset: nothing }))
  expect(detected(zeroValueBait, baits).map((each) => each.text)).toEqual([
    'receives a zero-value transfer from 2 accounts, which the sender does not own: address poisoning bait',
  ])
})

describe('ignores', () => {
  test.each([
    ['nothing out of the own account', transfer({ from: signer, asset: nothing })],
    ['something out of another’s account', transfer({ from: friend, asset: asset({ amount: 1n }) })],
    ['nothing that is sent to its owner', transfer({ from: friend, authority: friend, asset: nothing })],
    ['an item', transfer({ from: friend, asset: item(0n) })],
    ['a native transfer of nothing', transfer({ asset: native(0n) })],
  ])('%s', (_, moved) => {
    expect(found([moved])).toEqual([])
  })
})

/** Findings about a zero-value transferFrom inside multicall, Safe and user operation. */
const wrapped = (from: string) =>
  brief(observe(zeroValueBait, { to: entryPoint, data: wrapInAll(token, callData.transferFrom(from, other, 0n)) }))

test('near miss: A Safe makes a zero-value transfer of its own tokens', () => {
  expect(wrapped(safe)).toEqual([])
})

test('evasion: The bait is wrapped in a multicall, a Safe and a user operation: it is found', () => {
  expect(wrapped(stranger)).toEqual([`80 ${other}`])
})

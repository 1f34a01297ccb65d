import { describe, expect, test } from 'vitest'
import { bulkTransfer } from '../../../../src/service/risk/detectors/bulk-transfer.ts'
import {
  asset,
  brief,
  briefly,
  coin,
  detected,
  friend,
  item,
  native,
  otherCoin,
  signer,
  somebody,
  transfer,
} from '../actions-builder.ts'
import { callData } from '../call-data.ts'
import { allow, intel, observe, other, sender, token } from '../situation.ts'
import { entryPoint, safe, wrapInAll, wrapInMulticall } from '../wrapping.ts'

const found = briefly(bulkTransfer)

test('attack: Two tokens of one owner go to the same unknown address', () => {
  expect(detected(bulkTransfer, [transfer(), transfer({ asset: asset({ token: otherCoin }) })])).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 60,
      hops: 0,
      subject: somebody,
      role: 'recipient',
      text: 'gets 2 tokens or collections at once and is unknown',
      source: 'call data',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
    },
  ])
})

describe('several items', () => {
  test.each([
    ['of one collection, moved one by one', [transfer({ asset: item(1n) }), transfer({ asset: item(2n) })], 45],
    [
      'of one ERC-1155 batch',
      [transfer({ asset: { standard: 'erc1155', token: coin, amount: 2n, ids: [1n, 2n] } })],
      45,
    ],
    ['of two collections', [transfer({ asset: item(1n) }), transfer({ asset: item(1n, otherCoin) })], 60],
    [
      'of a token of unknown standard',
      [7n, 9n].map((amount) => transfer({ asset: asset({ standard: 'erc20-or-erc721', amount }) })),
      45,
    ],
  ])('%s', (_, transfers, expected) => {
    expect(found(transfers)).toEqual([`${expected} ${somebody}`])
  })
})

describe('of several owners the largest loss counts', () => {
  const items = (count: number, from: string) =>
    Array.from({ length: count }, (_, id) => transfer({ from, asset: item(BigInt(id)) }))
  const tokens = [coin, otherCoin].map((token) => transfer({ from: friend, asset: asset({ token }) }))
  const textsOf = (transfers: Parameters<typeof detected>[1]) =>
    detected(bulkTransfer, transfers).map(({ points, text }) => `${points} ${text}`)

  test.each([
    ['most items', items(3, signer), items(1, friend), '45 gets 3 items at once and is unknown'],
    [
      'several tokens before more items',
      tokens,
      items(3, signer),
      '60 gets 2 tokens or collections at once and is unknown',
    ],
  ])('%s, in any order', (_, most, others, text) => {
    expect(textsOf([...most, ...others])).toEqual([text])
    expect(textsOf([...others, ...most])).toEqual([text])
  })
})

describe('ignores', () => {
  test.each([
    ['one token transfer', [transfer()]],
    ['one item', [transfer({ asset: item(1n) })]],
    ['a native transfer', [transfer({ asset: native(5n) })]],
    ['a token and native coins', [transfer(), transfer({ asset: native(5n) })]],
    ['the same token twice', [transfer(), transfer({ asset: asset({ amount: 5n }) })]],
    ['the same item twice', [transfer({ asset: item(1n) }), transfer({ asset: item(1n) })]],
    [
      'two owners that give one token each',
      [transfer(), transfer({ from: friend, asset: asset({ token: otherCoin }) })],
    ],
    [
      'tokens that an owner moves to itself',
      [coin, otherCoin].map((token) => transfer({ from: somebody, authority: somebody, asset: asset({ token }) })),
    ],
    ['what the sender gets', [1n, 2n].map((id) => transfer({ from: friend, authority: signer, asset: item(id) }))],
  ])('%s', (_, transfers) => {
    expect(found(transfers)).toEqual([])
  })

  test('a known recipient', () => {
    const haul = [transfer({ asset: item(1n) }), transfer({ asset: item(2n) })]
    expect(found(haul, { entries: [allow(somebody)] })).toEqual([])
    expect(found(haul, { intel: [intel(somebody, { kind: 'exchange', canonical: true })] })).toEqual([])
  })
})

test('evasion: Each item leaves in a call of its own, inside a multicall of a Safe: calls of one transaction count together. Split over several transactions, it succeeds', () => {
  const items = [1n, 2n].map((id) => callData.safeTransferFrom(safe, other, id))
  const data = wrapInAll(token, wrapInMulticall(...items))
  expect(brief(observe(bulkTransfer, { to: entryPoint, data }))).toEqual([`45 ${other}`])
})

test('near miss: Two tokens go to two recipients', () => {
  expect(found([transfer(), transfer({ authority: friend, asset: asset({ token: otherCoin }) })])).toEqual([])
})

test('one item is not', () => {
  const data = wrapInAll(token, wrapInMulticall(callData.safeTransferFrom(sender, other, 1n)))
  expect(brief(observe(bulkTransfer, { to: entryPoint, data }))).toEqual([])
})

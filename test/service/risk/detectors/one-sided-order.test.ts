import { describe, expect, test } from 'vitest'
import type { Asset } from '../../../../src/service/risk/actions/actions.ts'
import { oneSidedOrder } from '../../../../src/service/risk/detectors/one-sided-order.ts'
import { asset, brief, briefly, detected, friend, item, native, order, signer, somebody } from '../actions-builder.ts'
import { array, bytes, call, tuple, value } from '../encoding.ts'
import { allow, intel, observe, other, stranger, token } from '../situation.ts'
import { entryPoint, safe, wrapInAll } from '../wrapping.ts'

const found = briefly(oneSidedOrder)
const multi = (id: bigint): Asset => ({ ...item(id), standard: 'erc1155' })

test('attack: An order gives an NFT for nothing', () => {
  expect(detected(oneSidedOrder, [order()])).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 90,
      hops: 0,
      subject: somebody,
      role: 'recipient',
      text: 'gets an item through a seaport order that pays nothing of value',
      source: 'call data',
      flip: 'use an order that pays the account that gives',
    },
  ])
})

describe('a gift is', () => {
  test.each([
    ['dust and an item', [native(1n), item(1n)], 'gets an item'],
    ['tokens', [asset()], 'gets tokens'],
    ['two items of an ERC-1155 collection', [multi(1n), multi(2n)], 'gets 2 items'],
    ['an item of an open amount', [{ ...item(1n), amount: undefined }], 'gets an item'],
  ])('%s', (_, gives, text) => {
    const [observation] = detected(oneSidedOrder, [order({ gives })])
    expect(observation).toMatchObject({ points: 90, text: expect.stringContaining(text) })
  })
})

describe('no value is', () => {
  test.each([
    ['dust of the native currency', [native(10n ** 12n - 1n)]],
    ['an item that the signer gives itself', [item(1n)]],
    ['dust and the own item', [native(1n), item(1n)]],
  ])('%s', (_, receives) => {
    expect(found([order({ receives })])).toEqual([`90 ${somebody}`])
  })

  test('also for a given amount of native currency', () => {
    expect(found([order({ market: 'blur', gives: [native(10n ** 18n)] })])).toEqual([`90 ${somebody}`])
  })

  test('also when a part of the item comes back to the signer', () => {
    expect(found([order({ beneficiaries: [signer, somebody] })])).toEqual([`90 ${somebody}`])
  })
})

describe('a price that cannot be checked', () => {
  test.each([
    ['some native coins', [native(10n ** 12n)]],
    ['some tokens', [asset({ amount: 1000n })]],
    ['tokens of an amount that is not fixed', [asset({ amount: undefined })]],
    ['another item', [item(2n)]],
    ['the own item together with another', [{ ...item(1n), ids: [1n, 2n] }]],
    ['an item that the other may choose', [{ ...item(1n), ids: [] }]],
  ])('is a WARNING when an unknown address gives %s', (_, receives) => {
    expect(found([order({ receives })])).toEqual([`40 ${somebody}`])
  })

  test('is a WARNING for an item among tokens', () => {
    const gives = [asset(), item(1n)]
    expect(found([order({ gives, receives: [native(10n ** 18n)] })])).toEqual([`40 ${somebody}`])
  })

  test('is ignored when the other side is known', () => {
    const sale = [order({ receives: [native(10n ** 18n)] })]
    expect(found(sale, { entries: [allow(somebody)] })).toEqual([])
    expect(found(sale, { intel: [intel(somebody, { kind: 'protocol', as: ['payee'] })] })).toEqual([])
  })
})

describe('ignores', () => {
  test.each([
    ['an order that gives no amount of an item', order({ gives: [{ ...item(1n), amount: 0n }] })],
    ['an order that gives nothing', order({ gives: [], receives: [item(1n)] })],
    ['an order with oneself', order({ authority: signer })],
  ])('%s', (_, bought) => {
    expect(found([bought])).toEqual([])
  })
})

test('two orders for two unknown addresses are two findings', () => {
  expect(found([order(), order({ authority: friend })])).toEqual([`90 ${somebody}`, `90 ${friend}`])
})

/** fulfillOrder of Seaport: `other` gives the offer and wants item 7 of `token` from the actor. */
function fulfillOrder(offered: bigint, wantedBy: string): string {
  const nothing = value(0)
  const offer = tuple(value(0), nothing, nothing, value(offered), value(offered))
  const consideration = tuple(value(2), value(token), value(7), value(1), value(1), value(wantedBy))
  const parameters = tuple(
    ...[value(other), nothing, array(offer), array(consideration), nothing, nothing, value(2n ** 40n)],
    ...[nothing, nothing, nothing, value(1)],
  )
  return call('0xb3a34c4c', tuple(parameters, bytes('')), nothing)
}

describe('inside multicall, Safe and user operation', () => {
  const points = (data: string) => brief(observe(oneSidedOrder, { to: entryPoint, data: wrapInAll(stranger, data) }))

  test('an item for nothing is found', () => {
    expect(points(fulfillOrder(0n, other))).toEqual([`90 ${other}`])
  })

  test('an item for a price is a WARNING, and a returned one is ignored', () => {
    expect(points(fulfillOrder(10n ** 18n, other))).toEqual([`40 ${other}`])
    expect(points(fulfillOrder(0n, safe))).toEqual([])
  })
})

describe('an order that anyone may fill', () => {
  const known = { intel: [intel(friend, { kind: 'protocol', canonical: true }), intel(somebody, { kind: 'benign' })] }

  test('for nothing is about nobody, so that what is known about the market does not cap it', () => {
    const open = order({ isOpen: true, authority: friend, beneficiaries: [friend] })
    expect(detected(oneSidedOrder, [open], known)).toMatchObject([
      {
        points: 90,
        subject: '',
        text: 'The seaport order gives an item to anyone who fills it, and pays nothing of value.',
      },
    ])
  })

  test('that pays a known third party is not capped by the record of that', () => {
    expect(detected(oneSidedOrder, [order({ isOpen: true })], known)).toMatchObject([
      { points: 90, subject: somebody, evenIfTrusted: true },
    ])
    expect(detected(oneSidedOrder, [order()], known)[0]).not.toHaveProperty('evenIfTrusted')
  })
})

test('near miss: An NFT is bought for native currency', () => {
  expect(found([order({ gives: [native(10n ** 18n)], receives: [item(1n)] })])).toEqual([])
})

test('evasion: The order pays dust, 999 base units of a token: that is nothing', () => {
  expect(found([order({ receives: [asset({ amount: 999n })] })])).toEqual([`90 ${somebody}`])
})

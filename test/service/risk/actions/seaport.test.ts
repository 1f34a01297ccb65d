import { describe, expect, test } from 'vitest'
import type { Asset, Paid } from '../../../../src/service/risk/actions/actions.ts'
import { decodedActions, roles } from '../acting.ts'
import { fulfillBasicOrder, type SeaportOrder, seaport } from '../orders.ts'
import { other, sender, stranger } from '../situation.ts'
import { wrapInSafe } from '../wrapping.ts'

const market = '0x3a4b5c6d7e8f9fa0b1c2d3e4f50617283940a1b2'
const collection = '0xc0113c5d6e7f8091a2b3c4d5e6f708192a3b4c5d'
const money = '0x30e41b2c3d4e5f60718293a4b5c6d7e8f9fa0b12'
const feeTaker = '0xfee01b2c3d4e5f60718293a4b5c6d7e8f9fa0b12'

const native = (amount: bigint): Asset => ({ standard: 'native', token: 'native', amount, ids: [] })
const erc20 = (amount: bigint) => ({ standard: 'erc20', token: money, amount, ids: [] })
const nft = (id: bigint) => ({ standard: 'erc721', token: collection, amount: 1n, ids: [id] })

const side = (signer: string, gives: object[], receives: object[], ...beneficiaries: string[]) => ({
  kind: 'order',
  market: 'seaport',
  signer,
  gives,
  receives,
  authority: beneficiaries[0],
  beneficiaries,
})

const sides = (data: string) => decodedActions({ to: market, data })

/** `other` sells item 5 for 100 in the native currency, of which 3 are fees. */
const listing: SeaportOrder = {
  offerer: other,
  offer: [{ type: 2, token: collection, id: 5n }],
  consideration: [
    { type: 0, amount: 97n, recipient: other },
    { type: 0, amount: 3n, recipient: feeTaker },
  ],
}
const bought = side(sender, [native(97n), native(3n)], [nft(5n)], other, feeTaker)
const sold = side(other, [nft(5n)], [native(97n)], sender)

describe('basic orders', () => {
  const additional = [{ amount: 3n, recipient: feeTaker }]

  test.each(['0xfb0f3ee1', '0x00000000'])('a purchase for the native currency, by %s', (selector) => {
    const order = {
      route: 0,
      offerer: other,
      asked: { amount: 97n },
      offered: { token: collection, id: 5n },
      additional,
    }
    expect(sides(fulfillBasicOrder(order, selector))).toEqual([bought, sold])
  })

  test('a purchase for a token', () => {
    const asked = { token: money, amount: 97n }
    const order = { route: 2, offerer: other, asked, offered: { token: collection, id: 5n }, additional }
    expect(sides(fulfillBasicOrder(order))).toEqual([
      side(sender, [erc20(97n), erc20(3n)], [nft(5n)], other, feeTaker),
      side(other, [nft(5n)], [erc20(97n)], sender),
    ])
  })

  test('an accepted offer: the item leaves, the price comes in, and fees are paid from it', () => {
    const order = {
      route: 4,
      offerer: other,
      asked: { token: collection, id: 5n, amount: 1n },
      offered: { token: money, amount: 100n },
      additional,
    }
    expect(sides(fulfillBasicOrder(order))).toEqual([
      side(sender, [nft(5n), erc20(3n)], [erc20(100n)], other, feeTaker),
      side(other, [erc20(100n)], [nft(5n)], sender),
    ])
  })

  test.each([1, 3])('route %i has several units of an item', (route) => {
    const asked = route === 1 ? { amount: 97n } : { token: money, amount: 97n }
    const data = fulfillBasicOrder({ route, offerer: other, asked, offered: { token: collection, id: 5n, amount: 4n } })
    const items = { standard: 'erc1155', token: collection, amount: 4n, ids: [5n] }
    expect(sides(data)).toMatchObject([{ receives: [items] }, { gives: [items] }])
  })
})

describe('fulfilled orders', () => {
  test.each([
    ['fulfillOrder', seaport.fulfillOrder(listing)],
    ['fulfillAdvancedOrder', seaport.fulfillAdvancedOrder(listing)],
    ['fulfillAvailableOrders', seaport.fulfillAvailableOrders(listing)],
    ['fulfillAvailableAdvancedOrders', seaport.fulfillAvailableAdvancedOrders(sender, listing)],
  ])('%s: both sides, with what each gives and receives', (_, data) => {
    expect(sides(data)).toEqual([bought, sold])
  })

  test('several orders have two sides each', () => {
    expect(sides(seaport.fulfillAvailableOrders(listing, listing))).toEqual([bought, sold, bought, sold])
  })

  test('assets to another recipient are not received, and the recipient is the first beneficiary', () => {
    expect(sides(seaport.fulfillAdvancedOrder(listing, stranger))).toEqual([
      side(sender, [native(97n), native(3n)], [], stranger, other, feeTaker),
      side(other, [nft(5n)], [native(97n)], stranger),
    ])
  })

  test('a purchase by a Safe for the sender is received', () => {
    const data = wrapInSafe(market, 100n, seaport.fulfillAdvancedOrder(listing, sender))
    expect(decodedActions({ to: stranger, data })).toMatchObject([
      { kind: 'interaction', authority: stranger },
      { signer: stranger, receives: [nft(5n)] },
      { signer: other, authority: sender },
    ])
  })

  test('an order without consideration is an order of the offerer only', () => {
    expect(sides(seaport.fulfillOrder({ ...listing, consideration: [] }))).toEqual([side(other, [nft(5n)], [], sender)])
  })

  test('an offer that pays nothing for an item', () => {
    const order = {
      offerer: other,
      offer: [],
      consideration: [{ type: 2, token: collection, id: 5n, recipient: other }],
    }
    expect(sides(seaport.fulfillOrder(order))).toEqual([side(sender, [nft(5n)], [], other)])
  })

  test('a partial fill moves a part of the amounts', () => {
    const order: SeaportOrder = {
      offerer: other,
      offer: [{ type: 3, token: collection, id: 5n, amount: 10n }],
      consideration: [{ type: 0, amount: 100n, recipient: other }],
      part: [1n, 5n],
    }
    expect(sides(seaport.fulfillAdvancedOrder(order))[0]).toMatchObject({
      gives: [native(20n)],
      receives: [{ standard: 'erc1155', amount: 2n }],
    })
  })

  test('a changing price counts with its maximum for the payer and its minimum for the receiver', () => {
    const order = { ...listing, consideration: [{ type: 0, amount: 100n, end: 1n, recipient: other }] }
    expect(sides(seaport.fulfillOrder(order))).toMatchObject([{ gives: [native(100n)] }, { receives: [native(1n)] }])
  })

  test('a criteria item has the id of its resolver', () => {
    const order = {
      offerer: other,
      offer: [{ type: 1, token: money, amount: 100n }],
      consideration: [{ type: 4, token: collection, recipient: other }],
    }
    expect(sides(seaport.fulfillAdvancedOrder(order, sender, [{ side: 1, id: 77n }]))[0]).toMatchObject({
      gives: [nft(77n)],
    })
    expect(sides(seaport.fulfillAdvancedOrder(order, sender))[0]).toMatchObject({ gives: [{ ids: [] }] })
  })

  test('a contract order is no order of the offerer', () => {
    expect(sides(seaport.fulfillOrder({ ...listing, orderType: 4 }))).toEqual([bought])
  })
})

describe('matched orders', () => {
  const bid: SeaportOrder = {
    offerer: stranger,
    offer: [{ type: 1, token: money, amount: 100n }],
    consideration: [{ type: 2, token: collection, id: 5n, recipient: stranger }],
  }
  const ask: SeaportOrder = {
    ...listing,
    consideration: [
      { type: 1, token: money, amount: 97n, recipient: other },
      { type: 1, token: money, amount: 3n, recipient: feeTaker },
    ],
  }

  test('matchOrders: what each offerer gives and receives', () => {
    expect(sides(seaport.matchOrders(ask, bid))).toEqual([
      side(other, [nft(5n)], [erc20(97n)], feeTaker, stranger, sender),
      side(stranger, [erc20(100n)], [nft(5n)], other, feeTaker, sender),
    ])
  })

  test('all items of a victim go to a third party: nothing is received', () => {
    const theft: SeaportOrder = {
      offerer: other,
      offer: [
        { type: 2, token: collection, id: 5n },
        { type: 2, token: collection, id: 6n },
      ],
      consideration: [
        { type: 2, token: collection, id: 5n, recipient: stranger },
        { type: 2, token: collection, id: 6n, recipient: stranger },
      ],
    }
    const taken = side(other, [nft(5n), nft(6n)], [], stranger, sender)
    expect(sides(seaport.matchOrders(theft))).toEqual([taken])
    expect(sides(seaport.matchAdvancedOrders(sender, theft))).toEqual([taken])
    expect(roles({ to: market, data: seaport.matchOrders(theft) })).toEqual([
      `market ${market}`,
      `token ${collection} *`,
      `owner ${other} *`,
      `beneficiary ${stranger} *`,
    ])
  })

  test('leftovers go to the recipient of an advanced match', () => {
    const gift = { ...listing, consideration: [] }
    expect(sides(seaport.matchAdvancedOrders(stranger, gift))).toEqual([side(other, [nft(5n)], [], stranger)])
  })
})

test('validate: an order of the offerer, which anyone may fill; dust pays nobody', () => {
  const paid = (amount: bigint) => ({
    ...listing,
    offerer: sender,
    consideration: [{ type: 0, amount, recipient: stranger }],
  })
  const open = (beneficiary: string, pays: readonly Paid[] = []) => [
    { ...side(sender, [nft(5n)], [], beneficiary), pays, fees: [], isOpen: true },
  ]
  expect(sides(seaport.validate(paid(10n ** 12n)))).toEqual(
    open(stranger, [{ asset: native(10n ** 12n), to: stranger }]),
  )
  expect(sides(seaport.validate(paid(10n ** 12n - 1n)))).toEqual(open(market))
  expect(sides(seaport.validate({ ...paid(1n), consideration: [] }))).toEqual(open(market))
})

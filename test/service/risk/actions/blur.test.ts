import { describe, expect, test } from 'vitest'
import { decodedActions, roles } from '../acting.ts'
import { type BlurSide, blur } from '../orders.ts'
import { other, sender, stranger } from '../situation.ts'

const market = '0xb104b5c6d7e8f9fa0b1c2d3e4f50617283940a1b'
const collection = '0xc0113c5d6e7f8091a2b3c4d5e6f708192a3b4c5d'
const money = '0x30e41b2c3d4e5f60718293a4b5c6d7e8f9fa0b12'

const item = { standard: 'erc721', token: collection, amount: 1n, ids: [5n] }
const native = (amount: bigint) => ({ standard: 'native', token: 'native', amount, ids: [] })

const side = (signer: string, gives: object[], receives: object[], ...beneficiaries: string[]) => ({
  kind: 'order',
  market: 'blur',
  signer,
  gives,
  receives,
  authority: beneficiaries[0],
  beneficiaries,
})

const sell: BlurSide = { trader: other, collection, id: 5n, price: 1000n, fees: [{ rate: 50, recipient: stranger }] }
const buy: BlurSide = { trader: sender, collection, id: 5n, price: 1000n }
const sides = (data: string) => decodedActions({ to: market, data })

const traded = [
  side(other, [item], [native(995n)], sender, stranger),
  side(sender, [native(1000n)], [item], other, stranger),
]

describe('Blur', () => {
  test('execute: seller and buyer, with fees deducted from the seller', () => {
    expect(sides(blur.execute(sell, buy))).toEqual(traded)
  })

  test('bulkExecute: the same for each', () => {
    expect(sides(blur.bulkExecute([sell, buy], [sell, buy]))).toEqual([...traded, ...traded])
  })

  test.each([
    ['a price of nothing', { ...sell, price: 0n }],
    ['fees of the whole price', { ...sell, fees: [{ rate: 10_000, recipient: stranger }] }],
    ['fees of more than the price', { ...sell, fees: [{ rate: 65_000, recipient: stranger }] }],
  ])('%s gives the seller nothing', (_, order) => {
    expect(sides(blur.execute(order, buy))[0]).toEqual(side(other, [item], [], sender, stranger))
  })

  test('a token price, and several units of an item', () => {
    const order = { ...sell, paymentToken: money, amount: 3n, fees: [] }
    expect(sides(blur.execute(order, { ...buy, paymentToken: money, amount: 3n }))[0]).toEqual(
      side(
        other,
        [{ standard: 'erc1155', token: collection, amount: 3n, ids: [5n] }],
        [{ standard: 'erc20', token: money, amount: 1000n, ids: [] }],
        sender,
      ),
    )
  })

  test('is the market; fee recipients are beneficiaries', () => {
    expect(roles({ to: market, data: blur.execute(sell, buy) })).toEqual([
      `market ${market}`,
      `token ${collection} *`,
      `beneficiary ${other} *`,
      `beneficiary ${stranger} *`,
    ])
  })
})

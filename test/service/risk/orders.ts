import { array, bytes, call, type Encoded, tuple, value } from './encoding.ts'

/** Seaport and Blur orders from their published structs; shares no code with the decoder. */

export interface Item {
  /** 0 native, 1 ERC-20, 2 ERC-721, 3 ERC-1155, 4 any ERC-721 of a collection. */
  readonly type: number
  readonly token?: string
  readonly id?: bigint
  readonly amount?: bigint
  /** End amount, when it differs from the start amount. */
  readonly end?: bigint
}

export interface SeaportOrder {
  readonly offerer: string
  readonly offer: readonly Item[]
  readonly consideration: readonly (Item & { readonly recipient: string })[]
  readonly orderType?: number
  /** Partial fill of an advanced order. */
  readonly part?: readonly [bigint, bigint]
}

const NOBODY = '0x0000000000000000000000000000000000000000'
const signature = bytes('aa'.repeat(64))

function words({ type, token = NOBODY, id = 0n, amount = 1n, end = amount }: Item): Encoded[] {
  return [value(type), value(token), value(id), value(amount), value(end)]
}

function parameters({ offerer, offer, consideration, orderType = 0 }: SeaportOrder): Encoded {
  return tuple(
    value(offerer),
    value(NOBODY),
    array(...offer.map((item) => tuple(...words(item)))),
    array(...consideration.map((item) => tuple(...words(item), value(item.recipient)))),
    value(orderType),
    ...[0, 99, 0, 5, 0].map(value),
    value(consideration.length),
  )
}

const plain = (order: SeaportOrder) => tuple(parameters(order), signature)
const advanced = (order: SeaportOrder) => {
  const [numerator, denominator] = order.part ?? [1n, 1n]
  return tuple(parameters(order), value(numerator), value(denominator), signature, bytes(''))
}

/** Resolves a criteria item. */
export interface Resolver {
  readonly order?: number
  readonly side: 0 | 1
  readonly index?: number
  readonly id: bigint
}

const resolvers = (all: readonly Resolver[]) =>
  array(
    ...all.map(({ order = 0, side, index = 0, id }) =>
      tuple(value(order), value(side), value(index), value(id), array()),
    ),
  )

export const seaport = {
  fulfillOrder: (order: SeaportOrder) => call('0xb3a34c4c', plain(order), value(0)),
  fulfillAdvancedOrder: (order: SeaportOrder, recipient = NOBODY, resolved: readonly Resolver[] = []) =>
    call('0xe7acab24', advanced(order), resolvers(resolved), value(0), value(recipient)),
  fulfillAvailableOrders: (...orders: readonly SeaportOrder[]) =>
    call('0xed98a574', array(...orders.map(plain)), array(), array(), value(0), value(orders.length)),
  fulfillAvailableAdvancedOrders: (recipient: string, ...orders: readonly SeaportOrder[]) =>
    call(
      '0x87201b41',
      array(...orders.map(advanced)),
      array(),
      array(),
      array(),
      value(0),
      value(recipient),
      value(orders.length),
    ),
  matchOrders: (...orders: readonly SeaportOrder[]) => call('0xa8174404', array(...orders.map(plain)), array()),
  matchAdvancedOrders: (recipient: string, ...orders: readonly SeaportOrder[]) =>
    call('0xf2d12b12', array(...orders.map(advanced)), array(), array(), value(recipient)),
  validate: (...orders: readonly SeaportOrder[]) => call('0x88147732', array(...orders.map(plain))),
}

export interface BasicOrder {
  /** 0 ETH for an item, 2 ERC-20 for an item, 4 an item for ERC-20; ERC-721, plus 1: ERC-1155. */
  readonly route: number
  readonly offerer: string
  readonly asked: { readonly token?: string; readonly id?: bigint; readonly amount: bigint }
  readonly offered: { readonly token: string; readonly id?: bigint; readonly amount?: bigint }
  readonly additional?: readonly { readonly amount: bigint; readonly recipient: string }[]
}

export function fulfillBasicOrder(
  { route, offerer, asked, offered, additional = [] }: BasicOrder,
  selector = '0xfb0f3ee1',
): string {
  const order = tuple(
    value(asked.token ?? NOBODY),
    value(asked.id ?? 0),
    value(asked.amount),
    value(offerer),
    value(NOBODY),
    value(offered.token),
    value(offered.id ?? 0),
    value(offered.amount ?? 1),
    value(route * 4),
    ...[0, 99, 0, 5, 0, 0].map(value),
    value(additional.length),
    array(...additional.map(({ amount, recipient }) => tuple(value(amount), value(recipient)))),
    signature,
  )
  return call(selector, order)
}

export interface BlurSide {
  readonly trader: string
  readonly collection: string
  readonly id: bigint
  readonly amount?: bigint
  readonly paymentToken?: string
  readonly price: bigint
  readonly fees?: readonly { readonly rate: number; readonly recipient: string }[]
}

function blurInput(side: BlurSide, isSell: boolean): Encoded {
  const { trader, collection, id, amount = 1n, paymentToken = NOBODY, price, fees = [] } = side
  const order = tuple(
    value(trader),
    value(isSell),
    value(NOBODY),
    value(collection),
    value(id),
    value(amount),
    value(paymentToken),
    value(price),
    value(0),
    value(99),
    array(...fees.map(({ rate, recipient }) => tuple(value(rate), value(recipient)))),
    value(5),
    bytes(''),
  )
  return tuple(order, value(27), value(1), value(2), bytes(''), value(0), value(9))
}

export const blur = {
  execute: (sell: BlurSide, buy: BlurSide) => call('0x9a1fc3a7', blurInput(sell, true), blurInput(buy, false)),
  bulkExecute: (...executions: readonly (readonly [BlurSide, BlurSide])[]) =>
    call('0xb3be57f8', array(...executions.map(([sell, buy]) => tuple(blurInput(sell, true), blurInput(buy, false))))),
}

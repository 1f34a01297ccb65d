import { isZeroAddress } from '../../evm/words.ts'
import { argumentsAs } from '../decode/arguments.ts'
import type { ActionTable, DecodedCall, Order, ReadActions } from './actions.ts'
import { sharesOf } from './order-shares.ts'
import {
  type AssetRange,
  type BasicParameters,
  basicExchange,
  exchangesOf,
  type Fulfilment,
  least,
  most,
  type SeaportExchange,
  type SeaportOrder,
} from './seaport-exchange.ts'

/** The caller pays the consideration; the recipient (zero: the caller) gets the offer. */
function fulfilled(call: DecodedCall, signer: string, recipient: string, exchange: SeaportExchange): Order[] {
  const { offer, consideration, offerer } = exchange
  const taker = isZeroAddress(recipient) ? call.actor : recipient
  const isOwn = taker === call.actor || taker === signer
  const fulfiller: Order = {
    ...orderOf(call, call.actor),
    ...sidesOf(consideration, isOwn ? offer : []),
    ...gained([...(isOwn ? [] : [taker]), ...consideration.map(({ to }) => to)], offerer),
  }
  return [fulfiller, ...(exchange.byContract ? [] : [offererSide(call, exchange, [taker])])]
}

function offererSide(
  call: DecodedCall,
  { offerer, offer, consideration }: SeaportExchange,
  takers: readonly string[],
): Order {
  return {
    ...orderOf(call, offerer),
    ...sidesOf(
      offer,
      consideration.filter(({ to }) => to === offerer),
    ),
    ...gained(takers, call.to),
  }
}

function orderOf(call: DecodedCall, signer: string): Pick<Order, 'kind' | 'call' | 'market' | 'signer'> {
  return { kind: 'order', call, market: 'seaport', signer }
}

/** One side of an order at its worst; where amounts change, also at the start and at the end, between which the rate stays. */
function sidesOf(
  given: readonly AssetRange[],
  got: readonly AssetRange[],
): Pick<Order, 'gives' | 'receives' | 'fills'> {
  const changes = [...given, ...got].some(({ start, end }) => start.amount !== end.amount)
  const at = (time: 'start' | 'end') => ({
    gives: given.map((each) => each[time]),
    receives: got.map((each) => each[time]),
  })
  return { gives: most(given), receives: least(got), ...(changes && { fills: [at('start'), at('end')] }) }
}

function gained(takers: readonly string[], otherwise: string): Pick<Order, 'authority' | 'beneficiaries'> {
  const [authority = otherwise] = takers
  return { authority, beneficiaries: Array.from(new Set([authority, ...takers])) }
}

/** Drops sides that give nothing. */
function withoutEmpty(orders: readonly Order[]): Order[] {
  return orders.filter(({ gives }) => gives.length > 0)
}

const basic: ReadActions = (call, signer) => {
  const { parameters } = argumentsAs<{ parameters: BasicParameters }>(call.args)
  return withoutEmpty(fulfilled(call, signer, call.actor, basicExchange(parameters)))
}

const fulfil: ReadActions = (call, signer) => {
  const args = argumentsAs<Fulfilment>(call.args)
  const recipient = args.recipient ?? call.actor
  return withoutEmpty(exchangesOf(args).flatMap((exchange) => fulfilled(call, signer, recipient, exchange)))
}

/** Limits a match of hundreds of offerers; all takers are in the arguments too. */
const MAX_TAKERS = 64

/** Matched orders: per offerer, what leaves and what comes in from all orders. */
const match: ReadActions = (call) => {
  const args = argumentsAs<Fulfilment>(call.args)
  const exchanges = exchangesOf(args)
  const moved = Map.groupBy(
    exchanges.flatMap(({ consideration }) => consideration),
    ({ to }) => to,
  )
  // Leftovers go to the recipient (zero: the caller).
  const leftOver = args.recipient === undefined || isZeroAddress(args.recipient) ? call.actor : args.recipient
  const sides = Array.from(
    Map.groupBy(exchanges, ({ offerer }) => offerer),
    ([offerer, own]): Order => {
      const takers = moved
        .keys()
        .filter((to) => to !== offerer)
        .take(MAX_TAKERS)
      return {
        ...orderOf(call, offerer),
        gives: most(own.flatMap(({ offer }) => offer)),
        receives: least(moved.get(offerer) ?? []),
        ...gained([...takers, leftOver], leftOver),
      }
    },
  )
  return withoutEmpty(sides)
}

/** The offerers' sides of signed orders, which anyone may fulfil. */
export function signedOrders(call: DecodedCall, orders: readonly SeaportOrder[]): Order[] {
  return withoutEmpty(
    exchangesOf({ orders }).map((exchange) => {
      const { offerer, consideration } = exchange
      const paid = consideration.flatMap((each) => least([each]).map((asset) => ({ asset, to: each.to })))
      const { pays, fees } = sharesOf(paid, ({ to }) => to === offerer)
      const takers = pays.map(({ to }) => to)
      return { ...offererSide(call, exchange, takers), pays, fees, isOpen: true } as const
    }),
  )
}

/** Validated orders count as signed. */
const validate: ReadActions = (call) => signedOrders(call, argumentsAs<Required<Fulfilment>>(call.args).orders)

export const seaportActions: ActionTable = {
  '0xfb0f3ee1': basic,
  '0x00000000': basic,
  '0xb3a34c4c': fulfil,
  '0xe7acab24': fulfil,
  '0xed98a574': fulfil,
  '0x87201b41': fulfil,
  '0xa8174404': match,
  '0xf2d12b12': match,
  '0x88147732': validate,
}

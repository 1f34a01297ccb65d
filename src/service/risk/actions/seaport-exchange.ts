import { type Asset, erc20, erc721, erc1155, native } from './actions.ts'

export interface SeaportItem {
  readonly itemType: number
  readonly token: string
  readonly id: bigint
  readonly startAmount: bigint
  readonly endAmount: bigint
}

interface ConsiderationItem extends SeaportItem {
  readonly recipient: string
}

export interface SeaportOrder {
  readonly parameters: {
    readonly offerer: string
    readonly offer: readonly SeaportItem[]
    readonly consideration: readonly ConsiderationItem[]
    readonly orderType: number
  }
  /** Partial fill: numerator / denominator. */
  readonly numerator?: bigint
  readonly denominator?: bigint
}

interface Resolver {
  readonly orderIndex: bigint
  /** 0: offer, 1: consideration. */
  readonly side: number
  readonly index: bigint
  readonly id: bigint
}

/** An asset whose amount may change from the start of an order to its end. */
export interface AssetRange {
  readonly start: Asset
  readonly end: Asset
}

/** A consideration item and its recipient. */
interface RequestedItem extends AssetRange {
  readonly to: string
}

/** The assets that one order moves. */
export interface SeaportExchange {
  readonly offerer: string
  readonly offer: readonly AssetRange[]
  readonly consideration: readonly RequestedItem[]
  /** A contract order: the contract makes its offer at call time and signs nothing. */
  readonly byContract: boolean
}

const OFFER = 0
const CONSIDERATION = 1
const CONTRACT_ORDER = 4

const types = { native: 0, erc20: 1, erc721: 2, erc1155: 3, anyErc721: 4 } as const

/** Arguments of all functions that fulfil, match or validate full orders. */
export interface Fulfilment {
  readonly order?: SeaportOrder
  readonly orders?: readonly SeaportOrder[]
  readonly resolvers?: readonly Resolver[]
  readonly recipient?: string
}

export function exchangesOf({ order, orders, resolvers = [] }: Fulfilment): SeaportExchange[] {
  const chosen = new Map(resolvers.map(({ orderIndex, side, index, id }) => [`${orderIndex} ${side} ${index}`, id]))
  return (orders ?? (order ? [order] : [])).map((each, index) => exchangeOf(each, index, chosen))
}

/** @param chosen resolved ids of criteria items, by order, side and index */
function exchangeOf(order: SeaportOrder, index: number, chosen: ReadonlyMap<string, bigint>): SeaportExchange {
  const { offerer, offer, consideration, orderType } = order.parameters
  const range = (side: number, item: SeaportItem, place: number): AssetRange => {
    const id = chosen.get(`${index} ${side} ${place}`)
    return {
      start: assetOf(item, portion(item.startAmount, order), id),
      end: assetOf(item, portion(item.endAmount, order), id),
    }
  }
  return {
    offerer,
    offer: offer.map((item, place) => range(OFFER, item, place)),
    consideration: consideration.map((item, place) => ({ ...range(CONSIDERATION, item, place), to: item.recipient })),
    byContract: orderType === CONTRACT_ORDER,
  }
}

function portion(amount: bigint, { numerator = 1n, denominator = 1n }: SeaportOrder): bigint {
  return denominator === 0n || numerator >= denominator ? amount : (amount * numerator) / denominator
}

function assetOf({ itemType, token, id }: SeaportItem, amount: bigint, chosen: bigint | undefined): Asset {
  switch (itemType) {
    case types.native:
      return native(amount)
    case types.erc20:
      return erc20(token, amount)
    case types.erc721:
      return erc721(token, id)
    case types.erc1155:
      return erc1155(token, [id], amount)
    case types.anyErc721:
      // A criteria item: the resolver names the id, if there is one.
      return { standard: 'erc721', token, amount: 1n, ids: chosen === undefined ? [] : [chosen] }
    default:
      return erc1155(token, chosen === undefined ? [] : [chosen], amount)
  }
}

/** Arguments of a basic order: one item for a currency. */
export interface BasicParameters {
  readonly considerationToken: string
  readonly considerationId: bigint
  readonly considerationAmount: bigint
  readonly offerer: string
  readonly offerToken: string
  readonly offerId: bigint
  readonly offerAmount: bigint
  readonly orderType: number
  readonly additionalRecipients: readonly { readonly amount: bigint; readonly recipient: string }[]
}

/** Item types of consideration and offer, by basic order type / 4. */
const routes = [
  [types.native, types.erc721],
  [types.native, types.erc1155],
  [types.erc20, types.erc721],
  [types.erc20, types.erc1155],
  [types.erc721, types.erc20],
  [types.erc1155, types.erc20],
] as const

export function basicExchange(order: BasicParameters): SeaportExchange {
  const [wanted, offered] = routes[order.orderType >> 2] ?? routes[0]
  const item = (itemType: number, token: string, id: bigint, amount: bigint) =>
    assetOf({ itemType, token, id, startAmount: amount, endAmount: amount }, amount, undefined)
  const offer = item(offered, order.offerToken, order.offerId, order.offerAmount)
  const price = item(wanted, order.considerationToken, order.considerationId, order.considerationAmount)
  // Fees are paid in the currency of the order, on either side.
  const [currencyType, currency] =
    offered === types.erc20 ? ([offered, order.offerToken] as const) : ([wanted, order.considerationToken] as const)
  const fees = order.additionalRecipients.map(({ amount, recipient }) => ({
    ...fixed(item(currencyType, currency, 0n, amount)),
    to: recipient,
  }))
  return {
    offerer: order.offerer,
    offer: [fixed(offer)],
    consideration: [{ ...fixed(price), to: order.offerer }, ...fees],
    byContract: false,
  }
}

function fixed(asset: Asset): AssetRange {
  return { start: asset, end: asset }
}

/** The smaller amount counts for a receiver, the larger one for a giver. */
export function least(ranges: readonly AssetRange[]): Asset[] {
  return ranges.map(({ start, end }) => (amountOf(start) < amountOf(end) ? start : end))
}

export function most(ranges: readonly AssetRange[]): Asset[] {
  return ranges.map(({ start, end }) => (amountOf(start) < amountOf(end) ? end : start))
}

function amountOf({ amount = 0n }: Asset): bigint {
  return amount
}

import { most } from '../../../../shared/bigints.ts'
import { addressOfNumber } from '../../../evm/words.ts'
import { type Asset, currency, erc20, erc721, erc1155, type Order, type Paid } from '../../actions/actions.ts'
import { type BlurOrder, feesOf, itemOf, netPrice } from '../../actions/blur.ts'
import { computesAmounts } from '../../actions/fills.ts'
import { signedOrders } from '../../actions/seaport.ts'
import type { SeaportItem, SeaportOrder } from '../../actions/seaport-exchange.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { ReadMeaning } from '../known-message.ts'
import { receiverOf, tokenOrder, tradeActions } from './trade.ts'

/** Orders of markets. A signed order can be filled by anyone. */

interface Item extends Omit<SeaportItem, 'id'> {
  readonly identifierOrCriteria: bigint
}

interface Components {
  readonly offerer: string
  readonly offer: readonly Item[]
  readonly consideration: readonly (Item & { readonly recipient: string })[]
  readonly orderType: number
  readonly endTime: bigint
}

function withId<T extends Item>({ identifierOrCriteria: id, ...item }: T) {
  return { ...item, id }
}

function seaportOrder({ offer, consideration, ...order }: Components): SeaportOrder {
  return { parameters: { ...order, offer: offer.map(withId), consideration: consideration.map(withId) } }
}

/** One order, or a tree of orders, the unused leaves of which are empty orders. */
export const seaportOrders: ReadMeaning = ({ message }) => {
  const { tree, ...single } = argumentsAs<Components & { tree?: readonly unknown[] }>(message)
  const leaves = tree?.flat(Number.POSITIVE_INFINITY) as readonly Components[] | undefined
  const orders = leaves?.filter(({ offer }) => offer.length > 0) ?? [single]
  return {
    actions: (call) => signedOrders(call, orders.map(seaportOrder)),
    until: most(0n, ...orders.map(({ endTime }) => endTime)),
  }
}

const BLUR_SELL = 1

/** Fees in the seller's order come out of the price. */
export const blurOrder: ReadMeaning = ({ message }) => {
  const order = argumentsAs<BlurOrder & { side: number }>(message)
  return {
    actions: nftTrade('blur', {
      signer: order.trader,
      sells: order.side === BLUR_SELL,
      items: [itemOf(order)],
      paid: currency(order.paymentToken, order.side === BLUR_SELL ? netPrice(order) : order.price),
      fees: feesOf(order),
    }),
  }
}

const LOOKS_RARE_FULL = 10_000n

/** LooksRare 1: the seller sets the least part of the price that it gets. */
export const looksRareOrder: ReadMeaning = ({ message }) => {
  const order = argumentsAs<{
    isOrderAsk: boolean
    signer: string
    collection: string
    price: bigint
    tokenId: bigint
    amount: bigint
    currency: string
    minPercentageToAsk: bigint
  }>(message)
  const net = (order.price * order.minPercentageToAsk) / LOOKS_RARE_FULL
  return {
    actions: nftTrade('looksrare', {
      signer: order.signer,
      sells: order.isOrderAsk,
      items: [itemOf(order)],
      paid: currency(order.currency, order.isOrderAsk ? net : order.price),
    }),
  }
}

const BID = 0

/** LooksRare 2. */
export const looksRareMaker: ReadMeaning = ({ message }) => {
  const order = argumentsAs<{
    quoteType: number
    collectionType: number
    collection: string
    currency: string
    signer: string
    price: bigint
    itemIds: readonly bigint[]
    amounts: readonly bigint[]
  }>(message)
  const items = order.itemIds.map((id, index) =>
    order.collectionType === 0
      ? erc721(order.collection, id)
      : erc1155(order.collection, [id], order.amounts[index] ?? 1n),
  )
  return {
    actions: nftTrade('looksrare', {
      signer: order.signer,
      sells: order.quoteType !== BID,
      items,
      paid: currency(order.currency, order.price),
    }),
  }
}

interface NftTrade {
  readonly signer: string
  readonly sells: boolean
  readonly items: readonly Asset[]
  /** What the seller gets, or the buyer pays. */
  readonly paid: Asset
  readonly fees?: readonly Paid[]
}

function nftTrade(market: Order['market'], { signer, sells, items, paid, fees = [] }: NftTrade) {
  const back = sells ? (paid.amount === 0n ? [] : [paid]) : items
  return tradeActions({
    market,
    signer,
    gives: sells ? items : [paid],
    receives: [...back.map((asset) => ({ asset, to: signer })), ...(sells ? fees : [])],
  })
}

export const cowOrder: ReadMeaning = ({ message, signer }) => {
  const order = argumentsAs<{
    sellToken: string
    buyToken: string
    receiver: string
    sellAmount: bigint
    buyAmount: bigint
    feeAmount: bigint
  }>(message)
  return {
    actions: tradeActions({
      market: 'cow',
      signer,
      gives: [erc20(order.sellToken, order.sellAmount + order.feeAmount)],
      receives: [{ asset: currency(order.buyToken, order.buyAmount), to: receiverOf(order.receiver, signer) }],
      fee: order.feeAmount,
    }),
  }
}

/** Settlement of Fusion, and FeeTaker: they take fees and pay the rest to the maker, or to the receiver that the extension names. */
const passesOn = [
  '0x2ad5004c60e16e54d5007c80ce329adde5b51ef5',
  '0xabd4e5fb590aa132749bbf2a04ea57efbaac399e',
  '0xfb2809a5314473e1165f6b58018e20ed8f07b840',
  '0xc0dfdb9e7a392c3dbbe7c6fbe8fbc1789c9fe05e',
]

/** Flag of makerTraits: the order has an extension, of which the salt has the hash. */
const HAS_EXTENSION = 1n << 249n

export const oneInchOrder: ReadMeaning = ({ message }) => {
  const order = argumentsAs<{
    maker: string
    receiver: string
    makerAsset: string
    takerAsset: string
    makingAmount: bigint
    takingAmount: bigint
    makerTraits?: bigint
    offsets?: bigint
  }>(message)
  const { makerTraits = 0n, offsets = 0n } = order
  return {
    ...((makerTraits & HAS_EXTENSION) !== 0n && { hides: 'the extension of the order, which may compute its amounts' }),
    ...(passesOn.includes(order.receiver) && { hides: 'the final receiver, which is in the extension of the order' }),
    ...(computesAmounts(offsets) && { hides: 'the amounts, which a contract computes' }),
    actions: tradeActions({
      market: '1inch',
      signer: order.maker,
      gives: [erc20(order.makerAsset, order.makingAmount)],
      receives: [
        { asset: currency(order.takerAsset, order.takingAmount), to: receiverOf(order.receiver, order.maker) },
      ],
      passesOn,
    }),
    ...(passesOn.includes(order.receiver) && {
      remarks: [
        'A fee contract of 1inch receives the output: the final receiver is in an extension that is not part of the message.',
      ],
    }),
  }
}

export const zeroExOrder = tokenOrder('0x', ['makerToken', 'makerAmount'], ['takerToken', 'takerAmount'])

/** Of market makers to ParaSwap (Velora). */
export const quote = tokenOrder('velora', ['makerAsset', 'makerAmount'], ['takerAsset', 'takerAmount'])

export const itemQuote: ReadMeaning = ({ message, signer }) => {
  const order = argumentsAs<{
    makerAsset: bigint
    makerAssetId: bigint
    makerAmount: bigint
    takerAsset: bigint
    takerAssetId: bigint
    takerAmount: bigint
  }>(message)
  return {
    actions: tradeActions({
      market: 'velora',
      signer,
      gives: [packedAsset(order.makerAsset, order.makerAssetId, order.makerAmount)],
      receives: [{ asset: packedAsset(order.takerAsset, order.takerAssetId, order.takerAmount), to: signer }],
    }),
  }
}

/** The standard is above the 160 bits of the address: 1 is ERC-1155, 2 ERC-721. */
function packedAsset(asset: bigint, id: bigint, amount: bigint): Asset {
  const token = addressOfNumber(asset)
  const standard = (asset >> 160n) & 3n
  if (standard === 2n) return erc721(token, id)
  return standard === 1n ? erc1155(token, [id], amount) : erc20(token, amount)
}

export const leveragedOrder = tokenOrder(
  'flying tulip',
  ['sellToken', 'sellAmount', 'feeAmount'],
  ['buyToken', 'buyAmount'],
)

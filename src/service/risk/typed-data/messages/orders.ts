import { type Asset, currency, erc20, erc721, erc1155, type Order, type Paid } from '../../actions/actions.ts'
import { type BlurOrder, feesOf, itemOf, netPrice } from '../../actions/blur.ts'
import { computesAmounts } from '../../actions/fills.ts'
import { signedOrders } from '../../actions/seaport.ts'
import type { SeaportItem, SeaportOrder } from '../../actions/seaport-exchange.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import { type KnownMessage, type Meaning, type SignedMessage, signerIn } from '../known-message.ts'
import { blur, cow, looksRare, oneInch, seaport, zeroEx } from '../protocols.ts'
import type { TypedMessage } from '../typed-message.ts'
import { receiverOf, tradeActions } from './trade.ts'

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

function seaportMeaning(orders: readonly Components[]): Meaning {
  return {
    actions: (call) => signedOrders(call, orders.map(seaportOrder)),
    until: orders.map(({ endTime }) => endTime).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n,
  }
}

const seaportSingle = ({ message }: SignedMessage) => seaportMeaning([argumentsAs<Components>(message)])

/** A tree of orders; unused leaves are empty orders. */
const seaportBulk = ({ message }: SignedMessage) => {
  const { tree } = argumentsAs<{ tree: readonly Components[] }>(message)
  const leaves = (tree as readonly unknown[]).flat(Number.POSITIVE_INFINITY) as readonly Components[]
  return seaportMeaning(leaves.filter(({ offer }) => offer.length > 0))
}

const offerItem = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const components =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
const items = `ConsiderationItem(${offerItem},address recipient)OfferItem(${offerItem})`

const tree = /^BulkOrder\(OrderComponents(?:\[2\]){1,24} tree\)/

function isBulkOrder({ type }: TypedMessage): boolean {
  return tree.test(type) && type.replace(tree, '') === items + components
}

const BLUR_SELL = 1

/** Fees in the seller's order come out of the price. */
const blurOrder = ({ message }: SignedMessage): Meaning => {
  const order = argumentsAs<BlurOrder & { side: number; expirationTime: bigint }>(message)
  return {
    actions: nftTrade('blur', {
      signer: order.trader,
      sells: order.side === BLUR_SELL,
      items: [itemOf(order)],
      paid: currency(order.paymentToken, order.side === BLUR_SELL ? netPrice(order) : order.price),
      fees: feesOf(order),
    }),
    until: order.expirationTime,
  }
}

const LOOKS_RARE_FULL = 10_000n

/** LooksRare 1: the seller sets the least part of the price that it gets. */
const looksRareOrder = ({ message }: SignedMessage): Meaning => {
  const order = argumentsAs<{
    isOrderAsk: boolean
    signer: string
    collection: string
    price: bigint
    tokenId: bigint
    amount: bigint
    currency: string
    endTime: bigint
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
    until: order.endTime,
  }
}

const BID = 0

/** LooksRare 2. */
const looksRareMaker = ({ message }: SignedMessage): Meaning => {
  const order = argumentsAs<{
    quoteType: number
    collectionType: number
    collection: string
    currency: string
    signer: string
    endTime: bigint
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
    until: order.endTime,
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

/** A listing of many items whose prices are behind a hash. */
const blurRoot = (): Meaning => ({
  unreadable: 'The orders are behind a hash (a Merkle root): neither items nor prices can be read.',
})

const cowOrder = ({ message, signer }: SignedMessage): Meaning => {
  const order = argumentsAs<{
    sellToken: string
    buyToken: string
    receiver: string
    sellAmount: bigint
    buyAmount: bigint
    feeAmount: bigint
    validTo: number
  }>(message)
  return {
    actions: tradeActions({
      market: 'cow',
      signer,
      gives: [erc20(order.sellToken, order.sellAmount + order.feeAmount)],
      receives: [{ asset: currency(order.buyToken, order.buyAmount), to: receiverOf(order.receiver, signer) }],
      fee: order.feeAmount,
    }),
    until: BigInt(order.validTo),
  }
}

/** Settlement of Fusion, and FeeTaker: they take fees and pay the rest to the maker, or to the receiver that the extension names. */
const passesOn = [
  '0x2ad5004c60e16e54d5007c80ce329adde5b51ef5',
  '0xabd4e5fb590aa132749bbf2a04ea57efbaac399e',
  '0xfb2809a5314473e1165f6b58018e20ed8f07b840',
  '0xc0dfdb9e7a392c3dbbe7c6fbe8fbc1789c9fe05e',
]

/** Of makerTraits: the order has an extension, of which the salt has the hash. */
const HAS_EXTENSION = 1n << 249n

const oneInchOrder = ({ message }: SignedMessage): Meaning => {
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

const zeroExOrder = ({ message }: SignedMessage): Meaning => {
  const order = argumentsAs<{
    maker: string
    makerToken: string
    takerToken: string
    makerAmount: bigint
    takerAmount: bigint
    expiry?: bigint
  }>(message)
  return {
    actions: tradeActions({
      market: '0x',
      signer: order.maker,
      gives: [erc20(order.makerToken, order.makerAmount)],
      receives: [{ asset: erc20(order.takerToken, order.takerAmount), to: order.maker }],
    }),
    ...(order.expiry !== undefined && { until: order.expiry }),
    harmless: ofOthers,
  }
}

/** Who alone may fill it, and who gets the fee that the taker pays. */
const ofOthers: readonly string[] = ['taker', 'txOrigin', 'sender', 'feeRecipient']

export const orderMessages: readonly KnownMessage[] = [
  {
    type: components + items,
    source: 'Seaport 1.1 to 1.6',
    protocol: seaport,
    signer: signerIn('offerer'),
    meaning: seaportSingle,
  },
  {
    type: isBulkOrder,
    source: 'Seaport 1.4 to 1.6, bulk orders',
    protocol: seaport,
    meaning: seaportBulk,
  },
  {
    type: 'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
    source: 'BlurExchange',
    protocol: blur,
    signer: signerIn('trader'),
    meaning: blurOrder,
  },
  { type: 'Root(bytes32 root)', source: 'BlurExchange, bulk listing', protocol: blur, meaning: blurRoot },
  {
    type: 'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)',
    source: 'BlurExchangeV2',
    protocol: blur,
    signer: signerIn('trader'),
    meaning: blurRoot,
  },
  {
    type: 'MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,uint256 endTime,uint256 minPercentageToAsk,bytes params)',
    source: 'LooksRareExchange',
    protocol: looksRare,
    signer: signerIn('signer'),
    meaning: looksRareOrder,
  },
  {
    type: 'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)',
    source: 'LooksRareProtocol 2',
    protocol: looksRare,
    signer: signerIn('signer'),
    meaning: looksRareMaker,
  },
  {
    type: 'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    source: 'GPv2Order of CoW Protocol',
    protocol: cow,
    meaning: cowOrder,
  },
  ...['Order', 'OrderStructure'].map((name) => ({
    type: `${name}(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)`,
    source: '1inch limit order protocol 4',
    protocol: oneInch,
    signer: signerIn('maker'),
    meaning: oneInchOrder,
  })),
  {
    type: 'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
    source: '1inch limit order protocol 3',
    protocol: oneInch,
    signer: signerIn('maker'),
    meaning: oneInchOrder,
  },
  {
    type: 'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
    source: 'LibNativeOrder of 0x 4',
    protocol: zeroEx,
    signer: signerIn('maker'),
    meaning: zeroExOrder,
  },
  {
    type: 'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
    source: 'LibNativeOrder of 0x 4',
    protocol: zeroEx,
    signer: signerIn('maker'),
    meaning: zeroExOrder,
  },
]

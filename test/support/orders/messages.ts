import { COW, DAI, ONE_INCH_6, PERMIT2, SEAPORT, ZEROX } from '../../../bench/detection/adversarial/protocols.ts'
import { allow, DEADLINE, NOBODY, SIGNER } from '../../../bench/detection/adversarial/row.ts'
import { typed } from '../../service/risk/typed-data/typed.ts'
import { formsOf, given, got, type Trade, usdt } from './trade.ts'

const bytes32 = `0x${'00'.repeat(32)}`
const SOON = String(DEADLINE)

const item = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const components =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
const items = `ConsiderationItem(${item},address recipient)OfferItem(${item})`
const seaportDomain = { name: 'Seaport', version: '1.6' }

const seaportItem = (token: string, start: bigint, end = start) => ({
  itemType: token === NOBODY ? 0 : 1,
  token,
  identifierOrCriteria: '0',
  startAmount: String(start),
  endAmount: String(end),
})

/** @param asked start amount, where it is not the end amount */
function seaportOrder(trade: Trade, orderType = 0, asked = got(trade)) {
  return {
    offerer: SIGNER,
    zone: NOBODY,
    orderType,
    startTime: '0',
    endTime: SOON,
    offer: [seaportItem(trade.give.token, given(trade))],
    consideration: [{ ...seaportItem(trade.get.token, asked, got(trade)), recipient: SIGNER }],
    zoneHash: bytes32,
    salt: '1',
    conduitKey: bytes32,
    counter: '0',
  }
}

const seaport = (order: object) => ({
  source: 'Seaport 1.6: order',
  typedData: typed(components + items, SEAPORT, order as never, seaportDomain),
})

/** CoW Protocol and 1inch name the native currency by this address. */
const nativeSign = (token: string) => (token === NOBODY ? `0x${'e'.repeat(40)}` : token)

const cow = (about: object) => (trade: Trade) => ({
  source: 'CoW Protocol: GPv2Order',
  typedData: typed(
    'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    COW,
    {
      sellToken: trade.give.token,
      buyToken: nativeSign(trade.get.token),
      receiver: SIGNER,
      sellAmount: String(given(trade)),
      buyAmount: String(got(trade)),
      validTo: Number(DEADLINE),
      appData: bytes32,
      feeAmount: '0',
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
      ...about,
    },
    { name: 'Gnosis Protocol', version: 'v2' },
  ),
})

const makerSide = (trade: Trade) => ({
  salt: '1',
  maker: SIGNER,
  receiver: NOBODY,
  makerAsset: trade.give.token,
  takerAsset: nativeSign(trade.get.token),
  makingAmount: String(given(trade)),
  takingAmount: String(got(trade)),
})

const zeroEx = (text: string, about: object) => (trade: Trade) => ({
  source: '0x v4: native orders',
  typedData: typed(
    text,
    ZEROX,
    {
      makerToken: trade.give.token,
      takerToken: trade.get.token,
      maker: SIGNER,
      taker: NOBODY,
      makerAmount: String(given(trade)),
      takerAmount: String(got(trade)),
      ...about,
    },
    { name: 'ZeroEx', version: '1.0.0' },
  ),
})

/** V2DutchOrderReactor, Ethereum (docs.uniswap.org, UniswapX deployments). */
const REACTOR = '0x00000011f84b9aa48e5f8aa8b9897600006289be'

const uniswapX = (start?: (trade: Trade) => bigint) => (trade: Trade) => ({
  source: 'UniswapX: V2DutchOrder',
  lists: [allow(REACTOR)],
  typedData: typed(
    [
      'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,V2DutchOrder witness)',
      'DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)',
      'OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)',
      'TokenPermissions(address token,uint256 amount)',
      'V2DutchOrder(OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs)',
    ].join(''),
    PERMIT2,
    {
      permitted: { token: trade.give.token, amount: String(given(trade)) },
      spender: REACTOR,
      nonce: '1',
      deadline: SOON,
      witness: {
        info: {
          reactor: REACTOR,
          swapper: SIGNER,
          nonce: '1',
          deadline: SOON,
          additionalValidationContract: NOBODY,
          additionalValidationData: '0x',
        },
        cosigner: REACTOR,
        baseInputToken: trade.give.token,
        baseInputStartAmount: String(given(trade)),
        baseInputEndAmount: String(given(trade)),
        baseOutputs: [
          {
            token: trade.get.token,
            startAmount: String(start?.(trade) ?? got(trade)),
            endAmount: String(got(trade)),
            recipient: SIGNER,
          },
        ],
      },
    },
    { name: 'Permit2', version: undefined },
  ),
})

/** Of which `rate` is the worst: the start is at par. */
const atPar = (trade: Trade) => got({ ...trade, rate: Math.max(1000, trade.rate) })

/** Orders that wallets sign. */
export const messageForms = formsOf('UNSAFE', [
  { name: 'Seaport order', make: (trade) => seaport(seaportOrder(trade)) },
  { name: 'Seaport order, partly fillable', make: (trade) => seaport(seaportOrder(trade, 1)) },
  { name: 'Seaport Dutch order', make: (trade) => seaport(seaportOrder(trade, 0, atPar(trade))) },
  {
    name: 'Seaport order that splits the price',
    make(trade: Trade) {
      const order = seaportOrder(trade)
      const third = got(trade) / 3n
      const split = [third, got(trade) - third].map((part) => ({
        ...seaportItem(trade.get.token, part),
        recipient: SIGNER,
      }))
      return seaport({ ...order, consideration: split })
    },
  },
  {
    name: 'Seaport order for two currencies',
    make(trade: Trade) {
      const order = seaportOrder(trade)
      const half = { ...trade, rate: trade.rate / 2 }
      const other = { ...half, get: trade.get.token === DAI ? usdt : trade.get }
      const parts = [half, other].map((part) => ({ ...seaportItem(part.get.token, got(part)), recipient: SIGNER }))
      return seaport({ ...order, consideration: parts })
    },
  },
  {
    name: 'Seaport bulk order',
    make: (trade) => ({
      source: 'Seaport 1.6: bulk order',
      typedData: typed(
        `BulkOrder(OrderComponents[2] tree)${items}${components}`,
        SEAPORT,
        { tree: [seaportOrder({ ...trade, rate: 1000 }), seaportOrder(trade)] },
        seaportDomain,
      ),
    }),
  },
  { name: 'CoW sell order', make: cow({}) },
  { name: 'CoW buy order', make: cow({ kind: 'buy' }) },
  { name: 'CoW partly fillable order', make: cow({ partiallyFillable: true }) },
  {
    name: '1inch order',
    make: (trade) => ({
      source: '1inch limit order protocol 4',
      typedData: typed(
        'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
        ONE_INCH_6,
        { ...makerSide(trade), makerTraits: '0' },
        { name: '1inch Aggregation Router', version: '6' },
      ),
    }),
  },
  {
    name: '1inch order of version 3',
    make: (trade) => ({
      source: '1inch limit order protocol 3',
      typedData: typed(
        'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
        '0x1111111254eeb25477b68fb85ed929f73a960582',
        { ...makerSide(trade), allowedSender: NOBODY, offsets: '0', interactions: '0x' },
        { name: '1inch Aggregation Router', version: '5' },
      ),
    }),
  },
  {
    name: '0x limit order',
    make: zeroEx(
      'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
      { takerTokenFeeAmount: '0', sender: NOBODY, feeRecipient: NOBODY, pool: bytes32, expiry: SOON, salt: '1' },
    ),
  },
  {
    name: '0x OTC order',
    make: zeroEx(
      'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
      { txOrigin: NOBODY, expiryAndNonce: '1' },
    ),
  },
  { name: 'UniswapX order', make: uniswapX() },
  { name: 'UniswapX Dutch order', make: uniswapX(atPar) },
])

import { describe, expect, test } from 'vitest'
import { missingText } from '../../../../src/api/text/missing.ts'
import {
  analyzed,
  coin,
  judgedMessage,
  nft,
  owner,
  partner,
  SEAPORT,
  SOON,
  thief,
  trusted,
  typed,
  verdict,
  ZERO,
} from './typed.ts'

const markets = [
  SEAPORT,
  '0x000000000000Ad05Ccc4F10045630fb830B95127',
  '0xb2ecfE4E4D61f8790bbb9DE2D1259B9e2410CEA5',
  '0x59728544B08AB483533076417FbBB2fD0B17CE3a',
  '0x0000000000E655fAe4d56241588680F86E3b2377',
  '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
  '0x111111125421cA6dc452d289314280a0f8842A65',
  '0x1111111254EEB25477B68fb85Ed929f73A960582',
  '0xDef1C0ded9bec7F1a1670819833240f027b25EfF',
] as const
const [, BLUR, BLUR3, LOOKS1, LOOKS2, COW, ONE_INCH6, ONE_INCH5, ZERO_EX] = markets
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const known = {
  intel: [
    ...markets.map((address) => trusted(address)),
    trusted(coin),
    trusted(nft),
    trusted(partner),
    trusted(USDC),
    trusted(USDT),
  ],
  hasHistory: true,
}
const bytes32 = `0x${'00'.repeat(32)}`
const ETHER = String(10n ** 18n)

const item = 'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const components =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
const items = `ConsiderationItem(${item},address recipient)OfferItem(${item})`

const nftItem = { itemType: 2, token: nft, identifierOrCriteria: '7', startAmount: '1', endAmount: '1' }
const price = (recipient: string, endAmount = ETHER) => ({
  itemType: 0,
  token: ZERO,
  identifierOrCriteria: '0',
  startAmount: ETHER,
  endAmount,
  recipient,
})
const seaportOrder = (consideration: readonly object[], offer: readonly object[] = [nftItem]) => ({
  offerer: owner,
  zone: ZERO,
  offer,
  consideration,
  orderType: 0,
  startTime: '0',
  endTime: SOON,
  zoneHash: bytes32,
  salt: '1',
  conduitKey: bytes32,
  counter: '0',
})

describe('an order of Seaport', () => {
  const order = (consideration: readonly object[], contract: string = SEAPORT) =>
    typed(components + items, contract, seaportOrder(consideration), { name: 'Seaport', version: '1.6' })

  test('that pays the offerer is NO DATA: what the item is worth is not known', () => {
    expect(verdict(judgedMessage(order([price(owner), price(partner, '5')]), known))).toBe('NO DATA')
    expect(analyzed(order([price(owner)]), { from: undefined })).toMatchObject({ transaction: { from: owner } })
  })

  test.each([
    ['pays others only', [price(thief)]],
    ['pays nothing', []],
    ['may end at one wei', [price(owner, '1')]],
  ])('that %s is UNSAFE', (_, consideration) => {
    expect(verdict(judgedMessage(order(consideration), known))).toBe('UNSAFE one-sided-order 90')
  })

  test('has the same verdict as the same order on chain, at a contract that is not Seaport too', () => {
    expect(verdict(judgedMessage(order([price(owner)], thief), known))).toBe(
      'WARNING message-domain 45 one-sided-order 40',
    )
    expect(verdict(judgedMessage(order([price(thief)], thief), known))).toContain('one-sided-order 90')
  })

  test('in a tree: one order for nothing is enough', () => {
    const empty = { ...seaportOrder([], []), offerer: ZERO, endTime: '0' }
    const bulk = (last: readonly object[]) =>
      typed(
        `BulkOrder(OrderComponents[2][2] tree)${items}${components}`,
        SEAPORT,
        {
          tree: [
            [seaportOrder([price(owner)]), seaportOrder(last)],
            [empty, empty],
          ],
        },
        { name: 'Seaport', version: '1.5' },
      )
    expect(verdict(judgedMessage(bulk([price(owner)]), known))).toBe('NO DATA')
    expect(verdict(judgedMessage(bulk([price(thief)]), known))).toBe('UNSAFE one-sided-order 90')
  })

  test('members that OpenSea adds and no type has are named as not signed', () => {
    const given = order([price(owner)])
    const more = { ...given, message: { ...given.message, totalOriginalConsiderationItems: 1 } }
    const result = judgedMessage(more, known)
    expect(verdict(result)).toBe('NO DATA')
    expect(result.explanation.missing.map(missingText)).toContain(
      'message.totalOriginalConsiderationItems is not in its type: it is not signed',
    )
  })
})

describe('an order of Blur', () => {
  const blurType =
    'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)'
  const order = (about: object) =>
    typed(
      blurType,
      BLUR,
      {
        trader: owner,
        side: 1,
        matchingPolicy: partner,
        collection: nft,
        tokenId: '7',
        amount: '1',
        paymentToken: ZERO,
        price: ETHER,
        listingTime: '0',
        expirationTime: SOON,
        fees: [],
        salt: '1',
        extraParams: '0x',
        nonce: '0',
        ...about,
      },
      { name: 'Blur Exchange', version: '1.0' },
    )

  test.each([
    ['for a price', {}, 'NO DATA'],
    ['for nothing', { price: '0' }, 'UNSAFE one-sided-order 90'],
    ['whose fees take all', { fees: [{ rate: 10_000, recipient: thief }] }, 'UNSAFE one-sided-order 90'],
    ['that buys', { side: 0 }, 'NO DATA'],
  ])('%s', (_, about, expected) => {
    expect(verdict(judgedMessage(order(about), known))).toBe(expected)
  })

  test.each([
    ['Root(bytes32 root)', BLUR, { root: bytes32 }],
    [
      'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)',
      BLUR3,
      {
        trader: owner,
        collection: nft,
        listingsRoot: bytes32,
        numberOfListings: '1',
        expirationTime: SOON,
        assetType: 0,
        makerFee: { recipient: ZERO, rate: 0 },
        salt: '1',
        orderType: 0,
        nonce: '0',
      },
    ],
  ])('%s cannot be read', (text, contract, message) => {
    expect(verdict(judgedMessage(typed(text, contract, message), known))).toBe('WARNING unreadable-message 31')
  })
})

describe('an order of LooksRare', () => {
  const first = (about: object) =>
    typed(
      'MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,uint256 endTime,uint256 minPercentageToAsk,bytes params)',
      LOOKS1,
      {
        isOrderAsk: true,
        signer: owner,
        collection: nft,
        price: ETHER,
        tokenId: '7',
        amount: '1',
        strategy: partner,
        currency: coin,
        nonce: '0',
        startTime: '0',
        endTime: SOON,
        minPercentageToAsk: '8500',
        params: '0x',
        ...about,
      },
    )
  const second = (about: object) =>
    typed(
      'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)',
      LOOKS2,
      {
        quoteType: 1,
        globalNonce: '0',
        subsetNonce: '0',
        orderNonce: '0',
        strategyId: '0',
        collectionType: 0,
        collection: nft,
        currency: ZERO,
        signer: owner,
        startTime: '0',
        endTime: SOON,
        price: ETHER,
        itemIds: ['7', '8'],
        amounts: ['1', '1'],
        additionalParameters: '0x',
        ...about,
      },
    )

  test.each([
    ['1 for a price', first({}), 'NO DATA'],
    ['1 for nothing', first({ price: '1' }), 'UNSAFE one-sided-order 90'],
    [
      '1 where the seller may get nothing of the price',
      first({ minPercentageToAsk: '0' }),
      'UNSAFE one-sided-order 90',
    ],
    ['1 that buys', first({ isOrderAsk: false }), 'NO DATA'],
    ['2 for a price', second({}), 'NO DATA'],
    ['2 for nothing', second({ price: '0' }), 'UNSAFE one-sided-order 90'],
    ['2 that buys', second({ quoteType: 0, collectionType: 1 }), 'NO DATA'],
  ])('%s', (_, data, expected) => {
    expect(verdict(judgedMessage(data, known))).toBe(expected)
  })
})

describe('a swap', () => {
  const cow = (receiver: string, buyAmount = '100000') =>
    typed(
      'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
      COW,
      {
        sellToken: USDC,
        buyToken: USDT,
        receiver,
        sellAmount: '100000',
        buyAmount,
        validTo: Number(SOON),
        appData: bytes32,
        feeAmount: '0',
        kind: 'sell',
        partiallyFillable: false,
        sellTokenBalance: 'erc20',
        buyTokenBalance: 'erc20',
      },
      { name: 'Gnosis Protocol', version: 'v2' },
    )
  const four = (receiver: string, takingAmount = '100000', makerTraits = '0') =>
    typed(
      'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
      ONE_INCH6,
      {
        salt: '1',
        maker: owner,
        receiver,
        makerAsset: USDC,
        takerAsset: USDT,
        makingAmount: '100000',
        takingAmount,
        makerTraits,
      },
      { name: '1inch Aggregation Router', version: '6' },
    )
  const three = (receiver: string, takingAmount = '100000', more = {}) =>
    typed(
      'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
      ONE_INCH5,
      {
        salt: '1',
        makerAsset: USDC,
        takerAsset: USDT,
        maker: owner,
        receiver,
        allowedSender: ZERO,
        makingAmount: '100000',
        takingAmount,
        offsets: '0',
        interactions: '0x',
        ...more,
      },
      { name: '1inch Aggregation Router', version: '5' },
    )

  test.each([
    ['CoW', cow],
    ['1inch 4', four],
    ['1inch 3', three],
  ])('of %s: to its signer SAFE, for one unit UNSAFE, to somebody else UNSAFE', (_, order) => {
    expect(verdict(judgedMessage(order(ZERO), known))).toBe('SAFE')
    expect(verdict(judgedMessage(order(owner), known))).toBe('SAFE')
    expect(verdict(judgedMessage(order(owner, '1'), known))).toBe('UNSAFE one-sided-order 90')
    expect(verdict(judgedMessage(order(thief), known))).toBe('UNSAFE one-sided-order 90')
  })

  test('of 1inch through its fee contract says that the final receiver is not in the message', () => {
    const result = judgedMessage(four('0xc0dfdb9e7a392c3dbbe7c6fbe8fbc1789c9fe05e'), known)
    expect(verdict(result)).toBe('NO DATA')
    expect(result.explanation.reasons.find(({ rule }) => rule === 'signed-message')?.text).toContain('final receiver')
  })

  test('of 1inch whose amounts may be computed is NO DATA, for nothing it stays UNSAFE', () => {
    const extension = String(1n << 249n)
    const computed = { offsets: String(5n << 64n), interactions: '0x0102030405' }
    for (const order of [four(owner, '100000', extension), three(owner, '100000', computed)])
      expect(verdict(judgedMessage(order, known))).toBe('NO DATA')
    expect(verdict(judgedMessage(four(owner, '1', extension), known))).toBe('UNSAFE one-sided-order 90')
    expect(judgedMessage(four(owner, '100000', extension), known).explanation.missing).toContainEqual({
      code: 'not-in-message',
      content: 'the extension of the order, which may compute its amounts',
    })
    // Another trait of the order, and a predicate.
    expect(verdict(judgedMessage(four(owner, '100000', String(1n << 254n)), known))).toBe('SAFE')
    const predicate = { offsets: String(5n << 128n), interactions: '0x0102030405' }
    expect(verdict(judgedMessage(three(owner, '100000', predicate), known))).toBe('SAFE')
  })

  test.each([
    [
      'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
      { takerTokenFeeAmount: '0', sender: ZERO, feeRecipient: ZERO, pool: bytes32, expiry: SOON, salt: '1' },
    ],
    [
      'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
      { txOrigin: thief, expiryAndNonce: '1' },
    ],
  ])('of 0x: %s', (text, more) => {
    const order = (takerAmount: string) =>
      typed(
        text,
        ZERO_EX,
        { makerToken: USDC, takerToken: USDT, makerAmount: '100000', takerAmount, maker: owner, taker: ZERO, ...more },
        { name: 'ZeroEx', version: '1.0.0' },
      )
    expect(verdict(judgedMessage(order('100000'), known))).toBe('SAFE')
    expect(verdict(judgedMessage(order('1'), known))).toBe('UNSAFE one-sided-order 90')
  })
})

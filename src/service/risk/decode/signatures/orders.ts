import type { SignatureTable } from './signature-table.ts'

const offerItem = 'uint8 itemType, address token, uint256 id, uint256 startAmount, uint256 endAmount'
const parameters = `(${[
  'address offerer, address zone',
  `(${offerItem})[] offer`,
  `(${offerItem}, address recipient)[] consideration`,
  'uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, bytes32 conduitKey',
  'uint256 totalOriginalConsiderationItems',
].join(', ')})`
const order = `(${parameters} parameters, bytes signature)`
const advancedOrder = `(${parameters} parameters, uint120 numerator, uint120 denominator, bytes signature, bytes extraData)`
const basic = `(${[
  'address considerationToken, uint256 considerationId, uint256 considerationAmount',
  'address offerer, address zone, address offerToken, uint256 offerId, uint256 offerAmount, uint8 orderType',
  'uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt',
  'bytes32 offererConduitKey, bytes32 fulfillerConduitKey, uint256 totalOriginalAdditionalRecipients',
  '(uint256 amount, address recipient)[] additionalRecipients, bytes signature',
].join(', ')})`
const resolver = '(uint256 orderIndex, uint8 side, uint256 index, uint256 id, bytes32[] proof)'
const component = '(uint256 orderIndex, uint256 itemIndex)'
const fulfillment = `(${component}[] offerComponents, ${component}[] considerationComponents)`
const available = `${component}[][] offerFulfillments, ${component}[][] considerationFulfillments`

/** Blur: the order of one side, and its signature. */
const input = `((${[
  'address trader, uint8 side, address matchingPolicy, address collection, uint256 tokenId, uint256 amount',
  'address paymentToken, uint256 price, uint256 listingTime, uint256 expirationTime',
  '(uint16 rate, address recipient)[] fees, uint256 salt, bytes extraParams',
].join(', ')}) order, uint8 v, bytes32 r, bytes32 s, bytes extraSignature, uint8 signatureVersion, uint256 blockNumber)`

/** 1inch limit order protocol V4; addresses are in the lower 160 bits of a word. */
const limitOrder =
  '(uint256 salt, uint256 maker, uint256 receiver, uint256 makerAsset, uint256 takerAsset, uint256 makingAmount, uint256 takingAmount, uint256 makerTraits)'

/** Seaport (1.1 to 1.6 share these), Blur, orders of 1inch with arguments, and sales that a contract keeps. */
export const orderSignatures: SignatureTable = {
  '0xfb0f3ee1': `fulfillBasicOrder(${basic} parameters)`,
  '0x00000000': `fulfillBasicOrder_efficient_6GL6yc(${basic} parameters)`,
  '0xb3a34c4c': `fulfillOrder(${order} order, bytes32 fulfillerConduitKey)`,
  '0xe7acab24': `fulfillAdvancedOrder(${advancedOrder} order, ${resolver}[] resolvers, bytes32 fulfillerConduitKey, address recipient)`,
  '0xed98a574': `fulfillAvailableOrders(${order}[] orders, ${available}, bytes32 fulfillerConduitKey, uint256 maximumFulfilled)`,
  '0x87201b41': `fulfillAvailableAdvancedOrders(${advancedOrder}[] orders, ${resolver}[] resolvers, ${available}, bytes32 fulfillerConduitKey, address recipient, uint256 maximumFulfilled)`,
  '0xa8174404': `matchOrders(${order}[] orders, ${fulfillment}[] fulfillments)`,
  '0xf2d12b12': `matchAdvancedOrders(${advancedOrder}[] orders, ${resolver}[] resolvers, ${fulfillment}[] fulfillments, address recipient)`,
  '0x88147732': `validate(${order}[] orders)`,
  '0x9a1fc3a7': `execute(${input} sell, ${input} buy)`,
  '0xb3be57f8': `bulkExecute((${input} sell, ${input} buy)[] executions)`,
  '0xf497df75': `fillOrderArgs(${limitOrder} order, bytes32 r, bytes32 vs, uint256 amount, uint256 takerTraits, bytes args)`,
  '0x56a75868': `fillContractOrderArgs(${limitOrder} order, bytes signature, uint256 amount, uint256 takerTraits, bytes args)`,
  '0xc44193c3': 'offerPunkForSale(uint256 punkIndex, uint256 minSalePriceInWei)',
  '0xbf31196f': 'offerPunkForSaleToAddress(uint256 punkIndex, uint256 minSalePriceInWei, address toAddress)',
  '0x798bac8d': 'setBuyPrice(address nftContract, uint256 tokenId, uint256 price)',
  '0xc8f94f4e':
    'setSalePrice(address originContract, uint256 tokenId, address currencyAddress, uint256 listPrice, address target, address[] splitAddresses, uint8[] splitRatios)',
}

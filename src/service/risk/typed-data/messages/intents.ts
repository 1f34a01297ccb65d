import { addressOfNumber } from '../../../evm/words.ts'
import { type Asset, erc20, erc721, erc1155 } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import { type KnownMessage, type Meaning, type SignedMessage, signerIn } from '../known-message.ts'
import { velora } from '../protocols.ts'
import { deltaOrder } from './delta.ts'
import { tradeActions } from './trade.ts'

/** Offers that solvers and market makers fill. */

interface Quote {
  readonly maker: string
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly expiry: bigint
}

function quoted({ maker, expiry }: Quote, gives: Asset, receives: Asset): Meaning {
  return {
    actions: tradeActions({
      market: 'velora',
      signer: maker,
      gives: [gives],
      receives: [{ asset: receives, to: maker }],
    }),
    until: expiry,
  }
}

const quote = ({ message }: SignedMessage): Meaning => {
  const order = argumentsAs<Quote & { makerAsset: string; takerAsset: string }>(message)
  return quoted(order, erc20(order.makerAsset, order.makerAmount), erc20(order.takerAsset, order.takerAmount))
}

const itemQuote = ({ message }: SignedMessage): Meaning => {
  const order = argumentsAs<
    Quote & { makerAsset: bigint; makerAssetId: bigint; takerAsset: bigint; takerAssetId: bigint }
  >(message)
  return quoted(
    order,
    packedAsset(order.makerAsset, order.makerAssetId, order.makerAmount),
    packedAsset(order.takerAsset, order.takerAssetId, order.takerAmount),
  )
}

/** The standard is above the 160 bits of the address: 1 is ERC-1155, 2 ERC-721. */
function packedAsset(asset: bigint, id: bigint, amount: bigint): Asset {
  const token = addressOfNumber(asset)
  const standard = (asset >> 160n) & 3n
  if (standard === 2n) return erc721(token, id)
  return standard === 1n ? erc1155(token, [id], amount) : erc20(token, amount)
}

const leveragedOrder = ({ message }: SignedMessage): Meaning => {
  const order = argumentsAs<{
    user: string
    sellToken: string
    buyToken: string
    sellAmount: bigint
    buyAmount: bigint
    validTo: number
    feeAmount: bigint
  }>(message)
  return {
    actions: tradeActions({
      market: 'flying tulip',
      signer: order.user,
      gives: [erc20(order.sellToken, order.sellAmount + order.feeAmount)],
      receives: [{ asset: erc20(order.buyToken, order.buyAmount), to: order.user }],
    }),
    until: BigInt(order.validTo),
  }
}

export const intentMessages: readonly KnownMessage[] = [
  {
    type: 'Order(address owner,address beneficiary,address srcToken,address destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedAmount,uint256 deadline,uint8 kind,uint256 nonce,uint256 partnerAndFee,bytes permit,bytes metadata,Bridge bridge)Bridge(bytes4 protocolSelector,uint256 destinationChainId,address outputToken,int8 scalingFactor,bytes protocolData)',
    source: 'Delta 2 of ParaSwap (Velora)',
    protocol: velora,
    signer: signerIn('owner'),
    meaning: deltaOrder,
  },
  {
    type: 'Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)',
    source: 'AugustusRFQ of ParaSwap',
    signer: signerIn('maker'),
    meaning: quote,
  },
  {
    type: 'OrderNFT(uint256 nonceAndMeta,uint128 expiry,uint256 makerAsset,uint256 makerAssetId,uint256 takerAsset,uint256 takerAssetId,address maker,address taker,uint256 makerAmount,uint256 takerAmount)',
    source: 'AugustusRFQ of ParaSwap',
    signer: signerIn('maker'),
    meaning: itemQuote,
  },
  {
    type: 'LeveragedOrder(uint8 action,address user,address sellToken,address buyToken,uint256 sellAmount,uint256 buyAmount,uint32 validTo,uint256 feeAmount)',
    source: 'LeverageRfqEngine of Flying Tulip',
    signer: signerIn('user'),
    meaning: leveragedOrder,
  },
]

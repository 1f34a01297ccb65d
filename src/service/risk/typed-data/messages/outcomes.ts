import { erc20, erc1155 } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import { type KnownMessage, type Meaning, type SignedMessage, signerIn } from '../known-message.ts'
import { polymarket } from '../protocols.ts'
import { tradeActions } from './trade.ts'

/** Orders for outcome tokens of prediction markets: Polymarket's exchange, and those that copy it. */

/** On Polygon, in the documentation of Polymarket. */
const USDC = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'
const CONDITIONAL_TOKENS = '0x4d97dcd97ec945f40cf65f87097ace5ea0476045'

const BUY = 0
const FULL_RATE = 10_000n

interface OutcomeOrder {
  readonly maker: string
  readonly tokenId: bigint
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  /** 0: none. */
  readonly expiration: bigint
  readonly feeRateBps: bigint
  readonly side: number
}

/** The fee comes out of what the maker gets. */
const outcomeOrder = ({ message, contract }: SignedMessage): Meaning => {
  const { maker, tokenId, makerAmount, takerAmount, side, ...order } = argumentsAs<OutcomeOrder>(message)
  const fee = order.feeRateBps < FULL_RATE ? order.feeRateBps : FULL_RATE
  const net = (takerAmount * (FULL_RATE - fee)) / FULL_RATE
  // A copy of the exchange names neither of its tokens: it stands for them.
  const isPolymarket = polymarket.contracts.includes(contract)
  const money = (amount: bigint) => erc20(isPolymarket ? USDC : contract, amount)
  const outcome = (amount: bigint) => erc1155(isPolymarket ? CONDITIONAL_TOKENS : contract, [tokenId], amount)
  const [given, received] = side === BUY ? [money(makerAmount), outcome(net)] : [outcome(makerAmount), money(net)]
  return {
    actions: tradeActions({
      market: 'polymarket',
      signer: maker,
      gives: [given],
      receives: [{ asset: received, to: maker }],
    }),
    ...(order.expiration > 0n && { until: order.expiration }),
  }
}

export const outcomeMessages: readonly KnownMessage[] = [
  {
    type: 'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
    source: 'Polymarket/ctf-exchange, OrderStructs.sol',
    signer: signerIn('maker'),
    meaning: outcomeOrder,
  },
]

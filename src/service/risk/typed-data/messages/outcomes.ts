import { erc20, erc1155 } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { ReadMeaning } from '../known-message.ts'
import { protocols } from './look-up.ts'
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
  readonly feeRateBps: bigint
  readonly side: number
}

/** The fee comes out of what the maker gets. */
export const outcomeOrder: ReadMeaning = ({ message, contract }) => {
  const { maker, tokenId, makerAmount, takerAmount, side, ...order } = argumentsAs<OutcomeOrder>(message)
  const fee = order.feeRateBps < FULL_RATE ? order.feeRateBps : FULL_RATE
  const net = (takerAmount * (FULL_RATE - fee)) / FULL_RATE
  // A copy of the exchange names neither of its tokens: it stands for them.
  const isPolymarket = protocols().some(({ name, contracts }) => name === 'Polymarket' && contracts.includes(contract))
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
  }
}

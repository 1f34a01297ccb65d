import { addressOfNumber } from '../../../evm/words.ts'
import { type Asset, erc20, erc721, erc1155 } from '../../actions/actions.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { ReadMeaning } from '../known-message.ts'
import { tokenOrder, tradeActions } from './trade.ts'

/** Signed offers that solvers and market makers fill. */

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

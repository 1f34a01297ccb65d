import { argumentsAs } from '../decode/arguments.ts'
import { type ActionTable, erc20, erc721, erc1155, type ReadActions, transfer } from './actions.ts'

const ITEM_TYPES = { erc20: 1, erc721: 2 } as const

/** OpenSea TransferHelper: items of the caller to several recipients. */
const bulk: ReadActions = (call) => {
  const { transfers } = argumentsAs<{
    transfers: readonly {
      recipient: string
      items: readonly { itemType: number; token: string; identifier: bigint; amount: bigint }[]
    }[]
  }>(call.args)
  return transfers.flatMap(({ recipient, items }) =>
    items.map(({ itemType, token, identifier, amount }) => {
      if (itemType === ITEM_TYPES.erc20) return transfer(call, erc20(token, amount), call.actor, recipient)
      const asset = itemType === ITEM_TYPES.erc721 ? erc721(token, identifier) : erc1155(token, [identifier], amount)
      return transfer(call, asset, call.actor, recipient)
    }),
  )
}

export const tokenActions: ActionTable = { '0x32389b71': bulk }

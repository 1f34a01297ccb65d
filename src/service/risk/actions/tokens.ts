import { argumentsAs } from '../decode/arguments.ts'
import {
  type ActionTable,
  amountOrItem,
  erc20,
  erc721,
  erc1155,
  everyItem,
  grant,
  native,
  type ReadActions,
  transfer,
} from './actions.ts'

const ownAmount: ReadActions = (call) => {
  const { to, amount } = argumentsAs<{ to: string; amount: bigint }>(call.args)
  return [transfer(call, erc20(call.to, amount), call.actor, to)]
}

const amountOf: ReadActions = (call) => {
  const { from, to, amount } = argumentsAs<{ from: string; to: string; amount: bigint }>(call.args)
  return [transfer(call, erc20(call.to, amount), from, to)]
}

const amountOrItemOf: ReadActions = (call) => {
  const { from, to, amountOrId } = argumentsAs<{ from: string; to: string; amountOrId: bigint }>(call.args)
  return [transfer(call, amountOrItem(call.to, amountOrId), from, to)]
}

const item: ReadActions = (call) => {
  const { from, to, id } = argumentsAs<{ from: string; to: string; id: bigint }>(call.args)
  return [transfer(call, erc721(call.to, id), from, to)]
}

const itemsOfOneId: ReadActions = (call) => {
  const { from, to, id, amount } = argumentsAs<{ from: string; to: string; id: bigint; amount: bigint }>(call.args)
  return [transfer(call, erc1155(call.to, [id], amount), from, to)]
}

const itemsOfManyIds: ReadActions = (call) => {
  const { from, to, ids, amounts } = argumentsAs<{
    from: string
    to: string
    ids: readonly bigint[]
    amounts: readonly bigint[]
  }>(call.args)
  const amount = amounts.reduce((sum, each) => sum + each, 0n)
  return [transfer(call, erc1155(call.to, ids, amount), from, to)]
}

const approval: ReadActions = (call) => {
  const { spender, amountOrId } = argumentsAs<{ spender: string; amountOrId: bigint }>(call.args)
  const asset = amountOrItem(call.to, amountOrId)
  // An ERC-721 approve of item 0 looks like a revocation, which is far more common and must not be flagged.
  return [grant(call, { form: 'approve', asset, owner: call.actor, authority: spender })]
}

const approvalAndCall: ReadActions = (call) => {
  const { spender, amount } = argumentsAs<{ spender: string; amount: bigint }>(call.args)
  return [grant(call, { form: 'approve', asset: erc20(call.to, amount), owner: call.actor, authority: spender })]
}

const increase: ReadActions = (call) => {
  const { spender, amount } = argumentsAs<{ spender: string; amount: bigint }>(call.args)
  const asset = erc20(call.to, amount)
  return [grant(call, { form: 'increase-allowance', asset, owner: call.actor, authority: spender })]
}

const decrease: ReadActions = (call) => {
  const { spender, amount } = argumentsAs<{ spender: string; amount: bigint }>(call.args)
  const asset = erc20(call.to, amount)
  return [grant(call, { form: 'increase-allowance', asset, owner: call.actor, authority: spender, allowed: false })]
}

const approvalForAll: ReadActions = (call) => {
  const { operator: authority, approved: allowed } = argumentsAs<{ operator: string; approved: boolean }>(call.args)
  return [grant(call, { form: 'approval-for-all', asset: everyItem(call.to), owner: call.actor, authority, allowed })]
}

/** ERC-777: an operator may move every token of the holder. */
const operatorOf =
  (allowed: boolean): ReadActions =>
  (call) => {
    const { operator } = argumentsAs<{ operator: string }>(call.args)
    const asset = erc20(call.to, undefined)
    return [grant(call, { form: 'approve', asset, owner: call.actor, authority: operator, allowed })]
  }

const permit: ReadActions = (call) => {
  const { owner, spender, amount } = argumentsAs<{ owner: string; spender: string; amount: bigint }>(call.args)
  return [grant(call, { form: 'permit', asset: erc20(call.to, amount), owner, authority: spender })]
}

/** DAI: unlimited or none. */
const permitAllowed: ReadActions = (call) => {
  const { owner, spender, allowed } = argumentsAs<{ owner: string; spender: string; allowed: boolean }>(call.args)
  return [grant(call, { form: 'permit', asset: erc20(call.to, undefined), owner, authority: spender, allowed })]
}

/** ERC-4494: the call does not name the owner; assumed to be the caller. */
const permitItem: ReadActions = (call) => {
  const { spender, id } = argumentsAs<{ spender: string; id: bigint }>(call.args)
  return [grant(call, { form: 'permit', asset: erc721(call.to, id), owner: call.actor, authority: spender })]
}

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

const disperse: ReadActions = (call) => {
  const { token, recipients, amounts } = argumentsAs<{
    token?: string
    recipients: readonly string[]
    amounts: readonly bigint[]
  }>(call.args)
  return recipients.map((recipient, index) => {
    const amount = amounts[index]
    return transfer(call, token === undefined ? native(amount) : erc20(token, amount), call.actor, recipient)
  })
}

export const tokenActions: ActionTable = {
  '0xa9059cbb': ownAmount,
  '0x4000aea0': ownAmount,
  '0x9bd9bbc6': ownAmount,
  '0x23b872dd': amountOrItemOf,
  '0xe3ee160e': amountOf,
  '0xef55bec6': amountOf,
  '0xcf092995': amountOf,
  '0x88b7ab63': amountOf,
  '0x42842e0e': item,
  '0xb88d4fde': item,
  '0xf242432a': itemsOfOneId,
  '0x2eb2c2d6': itemsOfManyIds,
  '0x32389b71': bulk,
  '0xe63d38ed': disperse,
  '0xc73a2d60': disperse,
  '0x51ba162c': disperse,

  '0x095ea7b3': approval,
  '0xcae9ca51': approvalAndCall,
  '0x39509351': increase,
  '0xd73dd623': increase,
  '0xa457c2d7': decrease,
  '0x66188463': decrease,
  '0xa22cb465': approvalForAll,
  '0x959b8c3f': operatorOf(true),
  '0xfad8b32a': operatorOf(false),
  '0xd505accf': permit,
  '0x9fd5a6cf': permit,
  '0x8fcbaf0c': permitAllowed,
  '0x7ac2ff7b': permitItem,
}

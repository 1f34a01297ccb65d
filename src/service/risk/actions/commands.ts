import { argumentsAs } from '../decode/arguments.ts'
import { type AssetAt, allows, type Effect, type ExchangeEffect, moves, output } from '../effects/effect.ts'
import {
  type Action,
  type ActionTable,
  type Asset,
  currency,
  type DecodedCall,
  erc20,
  exchange,
  type ReadActions,
  transfer,
} from './actions.ts'
import { readerOf } from './effects.ts'
import type { ExchangeForm } from './forms.ts'

/** Commands of the Universal Router, and actions of Uniswap V4. */

/** An exchange of the caller, whose receiver may be a constant. */
function exchanged(form: ExchangeForm, to: string, terms: Partial<ExchangeEffect>): Effect {
  return output(form, to, { zero: 'constants', ...terms })
}

/** Without a limit, a maximum lets the market take all that there is. */
function swapped(gives: AssetAt, receives: AssetAt): ReadActions {
  return readerOf({
    effects: [exchanged('swap', 'recipient', { gives: [gives], receives: [{ ...receives, standard: 'currency' }] })],
  })
}

function swapIn(from: string, into: string): ReadActions {
  return swapped({ token: from, amount: 'amountIn' }, { token: into, amount: 'amountOutMin' })
}

function swapOut(from: string, into: string): ReadActions {
  return swapped({ token: from, amount: 'amountInMax', standard: 'currency' }, { token: into, amount: 'amountOut' })
}

/** What the router holds of its caller's tokens goes to the recipient. */
function paid(...assets: readonly AssetAt[]): ReadActions {
  return readerOf({ effects: assets.map((asset) => exchanged('withdrawal', 'recipient', { receives: [asset] })) })
}

function outOf(call: DecodedCall, asset: Asset, to: string): Action[] {
  const terms = { form: 'withdrawal', payer: call.actor, gives: [], receives: [asset], replaces: 'constants' } as const
  return [exchange(call, { ...terms, to })]
}

/** Tokens of the caller go to the recipient, or into the router for a later command. */
const permit2Transfer: ReadActions = (call) => {
  const { token, recipient, amount } = argumentsAs<{ token: string; recipient: string; amount: bigint }>(call.args)
  const [moved] = outOf(call, erc20(token, amount), recipient)
  if (moved === undefined || moved.authority === call.to) return moved === undefined ? [] : [moved]
  return moved.authority === call.actor ? [] : [transfer(call, erc20(token, amount), call.actor, moved.authority)]
}

/** Fees that interfaces take are below 5 %. */
const LARGEST_FEE_BIPS = 500n
/** Router 2.1 also counts in parts of 1e18. */
const BIP = 10n ** 14n

/** A share of what the router holds: a fee is a payment, more is an output. */
const payPortion: ReadActions = (call) => {
  const {
    token,
    recipient,
    portion = 0n,
    bips = portion / BIP,
  } = argumentsAs<{ token: string; recipient: string; portion?: bigint; bips?: bigint }>(call.args)
  const asset = currency(token, undefined)
  return bips <= LARGEST_FEE_BIPS ? [transfer(call, asset, call.actor, recipient)] : outOf(call, asset, recipient)
}

const takeCurrency: ReadActions = (call) => {
  const args = argumentsAs<{ currency: string; recipient: string; amount: bigint }>(call.args)
  // Zero takes the whole debt.
  return outOf(call, currency(args.currency, args.amount === 0n ? undefined : args.amount), args.recipient)
}

const mintPosition = exchanged('liquidity', 'owner', {
  gives: [
    { token: 'pool.currency0', amount: 'amount0Max', standard: 'currency' },
    { token: 'pool.currency1', amount: 'amount1Max', standard: 'currency' },
  ],
  heldBy: 'pool.hooks',
})

const permitted = readerOf({
  effects: [
    allows(
      'permit2-permit',
      { token: 'permit.details.token', amount: 'permit.details.amount', standard: 'erc20' },
      'permit.spender',
    ),
  ],
})

const permit2Transfers = moves(
  { token: 'transfers.token', amount: 'transfers.amount', standard: 'erc20' },
  'transfers.to',
  { from: 'transfers.from' },
)

export const commandActions: ActionTable = {
  V2_SWAP_EXACT_IN: swapIn('path.@first', 'path.@last'),
  V2_SWAP_EXACT_OUT: swapOut('path.@first', 'path.@last'),
  V3_SWAP_EXACT_IN: swapIn('path.@start', 'path.@end'),
  V3_SWAP_EXACT_OUT: swapOut('path.@end', 'path.@start'),
  PERMIT2_PERMIT: permitted,
  PERMIT2_PERMIT_BATCH: permitted,
  PERMIT2_TRANSFER_FROM: permit2Transfer,
  PERMIT2_TRANSFER_FROM_BATCH: readerOf({ effects: [permit2Transfers] }),
  SWEEP: paid({ token: 'token', amount: 'amountMin' }),
  TRANSFER: paid({ token: 'token', amount: 'amount' }),
  PAY_PORTION: payPortion,
  PAY_PORTION_FULL_PRECISION: payPortion,
  WRAP_ETH: paid({ token: 'native', amount: 'amount' }),
  UNWRAP_WETH: paid({ token: 'native', amount: 'amountMin' }),
  UNWRAP_WETH_EXACT: paid({ token: 'native', amount: 'amount' }),
  V3_POSITION_PERMIT: readerOf({ effects: [allows('permit', { token: '@contract', id: 'tokenId' }, 'spender')] }),
  V3_POSITION_DECREASE: readerOf({
    effects: [output('withdrawal', '@contract', { least: ['params.amount0Min', 'params.amount1Min'] })],
  }),
  V3_POSITION_COLLECT: readerOf({ effects: [output('withdrawal', 'params.recipient', { zero: 'contract' })] }),
  SWEEP_ERC721: paid({ token: 'token', id: 'id', standard: 'erc721' }),
  SWEEP_ERC1155: paid({ token: 'token', id: 'id', amount: 'amount', standard: 'erc1155' }),
  V4_MINT_POSITION: readerOf({ effects: [mintPosition] }),
  V4_TAKE: takeCurrency,
  V4_TAKE_PORTION: paid({ token: 'currency' }),
  V4_TAKE_PAIR: paid({ token: 'currency0' }, { token: 'currency1' }),
  V4_SWEEP: paid({ token: 'currency' }),
}

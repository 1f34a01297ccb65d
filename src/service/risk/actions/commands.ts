import { argumentsAs } from '../decode/arguments.ts'
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

/** Commands of the Universal Router and actions of Uniswap V4 whose values decide what they do; `data/commands` has the others. */

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

export const commandActions: ActionTable = {
  PERMIT2_TRANSFER_FROM: permit2Transfer,
  PAY_PORTION: payPortion,
  PAY_PORTION_FULL_PRECISION: payPortion,
  V4_TAKE: takeCurrency,
}

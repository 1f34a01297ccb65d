import { argumentsAs } from '../decode/arguments.ts'
import type { Action } from './actions.ts'
import {
  type ActionTable,
  currency,
  type DecodedCall,
  erc20,
  erc721,
  erc1155,
  grant,
  native,
  type ReadActions,
  transfer,
} from './actions.ts'

/**
 * Output of a swap to another address is a transfer. Output to the payer is no loss, and output to the router itself is
 * moved by a later command.
 */
function outOf(call: DecodedCall, asset: Parameters<typeof transfer>[1], recipient: string): Action[] {
  if (recipient === call.actor || recipient === call.to || placeholders.has(recipient)) return []
  return [transfer(call, asset, call.actor, recipient)]
}

/** Addresses 0, 1 and 2 mean the router itself or its caller. */
const placeholders = new Set([0, 1, 2].map((digit) => `0x${String(digit).padStart(40, '0')}`))

/** Amounts from 2^255 mean the whole balance. */
const BALANCE = 2n ** 255n

function fixed(amount: bigint): bigint | undefined {
  return amount >= BALANCE ? undefined : amount
}

interface Swap {
  readonly path: readonly string[]
  readonly amountOut?: bigint
  /** Of a function; a command has `recipient`. */
  readonly to?: string
  readonly recipient?: string
}

const swapForTokens: ReadActions = (call) => {
  const { path, amountOut, to, recipient } = argumentsAs<Swap>(call.args)
  const token = path.at(-1)
  return token === undefined ? [] : outOf(call, erc20(token, amountOut), to ?? recipient ?? call.actor)
}

const swapForNative: ReadActions = (call) => {
  const { amountOut, to } = argumentsAs<{ amountOut?: bigint; to: string }>(call.args)
  return outOf(call, native(amountOut), to)
}

const addLiquidity: ReadActions = (call) => {
  const { to } = argumentsAs<{ to: string }>(call.args)
  // The liquidity token goes to `to`; the call does not name it.
  return outOf(call, erc20(call.to, undefined), to)
}

const removeLiquidity: ReadActions = (call) => {
  const { tokenA, tokenB, token, to } = argumentsAs<{ tokenA?: string; tokenB?: string; token?: string; to: string }>(
    call.args,
  )
  const tokens = [tokenA, tokenB, token].filter((each) => each !== undefined)
  return tokens.flatMap((each) => outOf(call, erc20(each, undefined), to))
}

const single: ReadActions = (call) => {
  const { params } = argumentsAs<{ params: { tokenOut: string; recipient: string; amountOut?: bigint } }>(call.args)
  return outOf(call, erc20(params.tokenOut, params.amountOut), params.recipient)
}

const ADDRESS_DIGITS = 40

/** Uniswap V3 packed path: token (20 bytes), fee (3), token …; reversed for an exact output. */
function tokenOutOf(path: string, exactOutput: boolean): string | undefined {
  const digits = path.slice(2)
  if (digits.length < ADDRESS_DIGITS) return undefined
  return `0x${exactOutput ? digits.slice(0, ADDRESS_DIGITS) : digits.slice(-ADDRESS_DIGITS)}`
}

function alongPath(
  call: DecodedCall,
  swap: { path: string; recipient: string; amountOut?: bigint },
  exactOutput: boolean,
) {
  const token = tokenOutOf(swap.path, exactOutput)
  return token === undefined ? [] : outOf(call, erc20(token, swap.amountOut), swap.recipient)
}

interface PathSwap {
  readonly path: string
  readonly recipient: string
  readonly amountOut?: bigint
}

const path =
  (exactOutput: boolean): ReadActions =>
  (call) =>
    alongPath(call, argumentsAs<{ params: PathSwap }>(call.args).params, exactOutput)

const commandedPath =
  (exactOutput: boolean): ReadActions =>
  (call) =>
    alongPath(call, argumentsAs<PathSwap>(call.args), exactOutput)

interface Sweep {
  readonly token: string
  readonly recipient: string
  readonly amount?: bigint
  readonly id?: bigint
}

/** The router holds what its caller sent or swapped. */
const sweep: ReadActions = (call) => {
  const { token, recipient, amount } = argumentsAs<Sweep>(call.args)
  return outOf(call, currency(token, amount === undefined ? undefined : fixed(amount)), recipient)
}

const sweepItem: ReadActions = (call) => {
  const { token, recipient, id = 0n, amount } = argumentsAs<Sweep>(call.args)
  return outOf(call, amount === undefined ? erc721(token, id) : erc1155(token, [id], amount), recipient)
}

const nativeOut: ReadActions = (call) => {
  const { recipient, amount } = argumentsAs<{ recipient: string; amount?: bigint }>(call.args)
  return outOf(call, native(amount === undefined ? undefined : fixed(amount)), recipient)
}

const permit2Transfer: ReadActions = (call) => {
  const { token, recipient, amount } = argumentsAs<{ token: string; recipient: string; amount: bigint }>(call.args)
  return outOf(call, erc20(token, amount), recipient)
}

const takeCurrency: ReadActions = (call) => {
  const {
    currency: token,
    recipient,
    amount,
  } = argumentsAs<{ currency: string; recipient: string; amount?: bigint }>(call.args)
  // Zero takes the whole debt.
  return outOf(call, currency(token, amount === 0n ? undefined : amount), recipient)
}

const takePair: ReadActions = (call) => {
  const { currency0, currency1, recipient } = argumentsAs<{ currency0: string; currency1: string; recipient: string }>(
    call.args,
  )
  return [currency0, currency1].flatMap((token) => outOf(call, currency(token, undefined), recipient))
}

/** The minted shares go to `to`. */
const intoVault: ReadActions = (call) =>
  outOf(call, erc20(call.to, undefined), argumentsAs<{ to: string }>(call.args).to)

/** The assets for the shares of `owner` go to `to`. */
const outOfVault: ReadActions = (call) => {
  const { to, owner } = argumentsAs<{ to: string; owner: string }>(call.args)
  return to === owner ? [] : [transfer(call, erc20(call.to, undefined), owner, to)]
}

const selfPermit: ReadActions = (call) => {
  const { token, amount } = argumentsAs<{ token: string; amount?: bigint }>(call.args)
  return [grant(call, { form: 'permit', asset: erc20(token, amount), owner: call.actor, authority: call.to })]
}

export const routerActions: ActionTable = {
  '0x38ed1739': swapForTokens,
  '0x5c11d795': swapForTokens,
  '0x8803dbee': swapForTokens,
  '0x7ff36ab5': swapForTokens,
  '0xb6f9de95': swapForTokens,
  '0xfb3bdb41': swapForTokens,
  '0x472b43f3': swapForTokens,
  '0x42712a67': swapForTokens,
  '0x18cbafe5': swapForNative,
  '0x791ac947': swapForNative,
  '0x4a25d94a': swapForNative,
  '0xe8e33700': addLiquidity,
  '0xf305d719': addLiquidity,
  '0xbaa2abde': removeLiquidity,
  '0x02751cec': removeLiquidity,
  '0xaf2979eb': removeLiquidity,
  '0x414bf389': single,
  '0x04e45aaf': single,
  '0xdb3e2198': single,
  '0x5023b4df': single,
  '0xc04b8d59': path(false),
  '0xb858183f': path(false),
  '0xf28c0498': path(true),
  '0x09b81346': path(true),
  '0xdf2ab5bb': sweep,
  '0x49404b7c': nativeOut,
  '0x6e553f65': intoVault,
  '0x94bf804d': intoVault,
  '0xb460af94': outOfVault,
  '0xba087652': outOfVault,
  '0xf3995c67': selfPermit,
  '0xc2e3140a': selfPermit,
  '0x4659a494': selfPermit,
  '0xa4a78f0c': selfPermit,

  V2_SWAP_EXACT_IN: swapForTokens,
  V2_SWAP_EXACT_OUT: swapForTokens,
  V3_SWAP_EXACT_IN: commandedPath(false),
  V3_SWAP_EXACT_OUT: commandedPath(true),
  PERMIT2_TRANSFER_FROM: permit2Transfer,
  SWEEP: sweep,
  TRANSFER: sweep,
  PAY_PORTION: sweep,
  WRAP_ETH: nativeOut,
  UNWRAP_WETH: nativeOut,
  SWEEP_ERC721: sweepItem,
  SWEEP_ERC1155: sweepItem,
  V4_TAKE: takeCurrency,
  V4_TAKE_PORTION: takeCurrency,
  V4_TAKE_PAIR: takePair,
  V4_SWEEP: takeCurrency,
}

import { ADDRESS_DIGITS } from '../../evm/words.ts'
import { argumentsAs } from '../decode/arguments.ts'
import {
  type Action,
  type ActionTable,
  type Asset,
  currency,
  type DecodedCall,
  type ExchangeInput,
  erc20,
  erc721,
  erc1155,
  exchange,
  grant,
  native,
  type Placeholders,
  type ReadActions,
  transfer,
  WHOLE_BALANCE,
} from './actions.ts'

function fixed(amount: bigint): bigint | undefined {
  return amount >= WHOLE_BALANCE ? undefined : amount
}

interface Swap {
  readonly path: readonly string[]
  readonly amountIn?: bigint
  readonly amountInMax?: bigint
  readonly amountOut?: bigint
  readonly amountOutMin?: bigint
  /** Of a function; a command has `recipient`. */
  readonly to?: string
  readonly recipient?: string
}

/** Selectors of SwapRouter02 and the commands of the Universal Router have constants; the first V3 router means itself by zero. */
function replacedBy(call: DecodedCall): Placeholders {
  if (call.operation === 'command' || routers02.has(call.selector)) return 'constants'
  return routers3.has(call.selector) ? 'zero-is-contract' : 'none'
}

const routers02: ReadonlySet<string> = new Set([
  ...['0x472b43f3', '0x42712a67', '0x04e45aaf', '0x5023b4df', '0xb858183f', '0x09b81346'],
])
const routers3: ReadonlySet<string> = new Set(['0x414bf389', '0xdb3e2198', '0xc04b8d59', '0xf28c0498'])

/** An exchange of the caller, or of another payer. */
function exchanged(call: DecodedCall, terms: Pick<ExchangeInput, 'form' | 'to'> & Partial<ExchangeInput>): Action[] {
  return [exchange(call, { payer: call.actor, gives: [], receives: [], replaces: replacedBy(call), ...terms })]
}

/** Without an amount or maximum of its own, a swap takes the value of the call. */
function swapped(call: DecodedCall, from: string | 'native', into: string | 'native', swap: Omit<Swap, 'path'>) {
  // An amount without a limit is all that is there; a maximum without one lets the market take it.
  const paid = swap.amountIn === undefined ? swap.amountInMax : fixed(swap.amountIn)
  const least = swap.amountOut ?? swap.amountOutMin
  return exchanged(call, {
    form: 'swap',
    gives: [from === 'native' ? native(call.value) : currency(from, paid)],
    receives: [into === 'native' ? native(least) : currency(into, least)],
    to: swap.to ?? swap.recipient ?? call.actor,
  })
}

/** A Uniswap V2 path; `native` replaces the wrapped token at its start or end. */
const swap =
  (native?: 'in' | 'out'): ReadActions =>
  (call) => {
    const terms = argumentsAs<Swap>(call.args)
    const [first] = terms.path
    const last = terms.path.at(-1)
    if (first === undefined || last === undefined) return []
    return swapped(call, native === 'in' ? 'native' : first, native === 'out' ? 'native' : last, terms)
  }

interface Liquidity {
  readonly to: string
  readonly tokenA?: string
  readonly tokenB?: string
  readonly token?: string
  readonly amountADesired?: bigint
  readonly amountBDesired?: bigint
  readonly amountTokenDesired?: bigint
  /** The least of each token. */
  readonly amountAMin?: bigint
  readonly amountBMin?: bigint
  readonly amountTokenMin?: bigint
  readonly amountETHMin?: bigint
}

const addLiquidity: ReadActions = (call) => {
  const { to, tokenA, tokenB, token, ...amounts } = argumentsAs<Liquidity>(call.args)
  const gives = [
    ...(tokenA === undefined ? [] : [erc20(tokenA, amounts.amountADesired)]),
    ...(tokenB === undefined ? [] : [erc20(tokenB, amounts.amountBDesired)]),
    ...(token === undefined ? [] : [erc20(token, amounts.amountTokenDesired), native(call.value)]),
  ]
  // The liquidity token goes to `to`; the call does not name it.
  return exchanged(call, { form: 'liquidity', gives, least: largestLimit(amounts), to })
}

const removeLiquidity: ReadActions = (call) => {
  const { tokenA, tokenB, token, to, ...mins } = argumentsAs<Liquidity>(call.args)
  const tokens = [tokenA, tokenB, token].filter((each) => each !== undefined)
  const receives = [
    ...tokens.map((each) => erc20(each, undefined)),
    ...(token === undefined ? [] : [native(undefined)]),
  ]
  return exchanged(call, { form: 'withdrawal', receives, least: largestLimit(mins), to })
}

/** One side may be worth little. */
function largestLimit({ amountAMin, amountBMin, amountTokenMin, amountETHMin }: Partial<Liquidity>): bigint {
  const limits = [amountAMin, amountBMin, amountTokenMin, amountETHMin].filter((each) => each !== undefined)
  return limits.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n
}

interface SingleSwap {
  readonly tokenIn: string
  readonly tokenOut: string
  readonly recipient: string
  readonly amountIn?: bigint
  readonly amountInMaximum?: bigint
  readonly amountOut?: bigint
  readonly amountOutMinimum?: bigint
}

const single: ReadActions = (call) => {
  const { params } = argumentsAs<{ params: SingleSwap }>(call.args)
  return swapped(call, params.tokenIn, params.tokenOut, inTerms(params))
}

/** Uniswap V3 writes maximum and minimum in full. */
function inTerms({ amountInMaximum, amountOutMinimum, ...swap }: Omit<SingleSwap, 'tokenIn' | 'tokenOut'>) {
  const { recipient, amountIn, amountOut } = swap
  return {
    recipient,
    ...(amountIn !== undefined && { amountIn }),
    ...(amountOut !== undefined && { amountOut }),
    ...(amountInMaximum !== undefined && { amountInMax: amountInMaximum }),
    ...(amountOutMinimum !== undefined && { amountOutMin: amountOutMinimum }),
  }
}

/** Uniswap V3 packed path: token (20 bytes), fee (3), token …; reversed for an exact output. */
function endsOfPath(path: string): readonly [first: string, last: string] | undefined {
  const digits = path.slice(2)
  if (digits.length < ADDRESS_DIGITS) return undefined
  return [`0x${digits.slice(0, ADDRESS_DIGITS)}`, `0x${digits.slice(-ADDRESS_DIGITS)}`]
}

function alongPath(call: DecodedCall, path: string, exactOutput: boolean, terms: Omit<Swap, 'path'>): Action[] {
  const ends = endsOfPath(path)
  if (ends === undefined) return []
  const [first, last] = ends
  return swapped(call, exactOutput ? last : first, exactOutput ? first : last, terms)
}

const path =
  (exactOutput: boolean): ReadActions =>
  (call) => {
    const { params } = argumentsAs<{ params: SingleSwap & { path: string } }>(call.args)
    return alongPath(call, params.path, exactOutput, inTerms(params))
  }

const commandedPath =
  (exactOutput: boolean): ReadActions =>
  (call) => {
    const { path: packed, ...terms } = argumentsAs<Omit<Swap, 'path'> & { path: string }>(call.args)
    return alongPath(call, packed, exactOutput, terms)
  }

interface Sweep {
  readonly token: string
  readonly recipient: string
  readonly amount?: bigint
  /** Instead of an amount: the least. */
  readonly amountMin?: bigint
  readonly amountMinimum?: bigint
  readonly id?: bigint
}

/** What the router holds of its caller's tokens goes to the recipient. */
function outOf(call: DecodedCall, asset: Asset, to: string): Action[] {
  return exchanged(call, { form: 'withdrawal', receives: [asset], to })
}

const sweep: ReadActions = (call) => {
  const { token, recipient, ...amounts } = argumentsAs<Sweep>(call.args)
  return outOf(call, currency(token, leastOf(amounts)), recipient)
}

function leastOf({ amount, amountMin, amountMinimum }: Partial<Sweep>): bigint | undefined {
  const least = amount ?? amountMin ?? amountMinimum
  return least === undefined ? undefined : fixed(least)
}

const sweepItem: ReadActions = (call) => {
  const { token, recipient, id = 0n, amount } = argumentsAs<Sweep>(call.args)
  return outOf(call, amount === undefined ? erc721(token, id) : erc1155(token, [id], amount), recipient)
}

const nativeOut: ReadActions = (call) => {
  const { recipient, ...amounts } = argumentsAs<Omit<Sweep, 'token'>>(call.args)
  return outOf(call, native(leastOf(amounts)), recipient)
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
  const {
    currency: token,
    recipient,
    amount,
  } = argumentsAs<{ currency: string; recipient: string; amount?: bigint }>(call.args)
  // Zero takes the whole debt.
  return outOf(call, currency(token, amount === 0n ? undefined : amount), recipient)
}

const mintPosition: ReadActions = (call) => {
  const { pool, owner, ...amounts } = argumentsAs<{
    pool: { currency0: string; currency1: string; hooks: string }
    owner: string
    amount0Max: bigint
    amount1Max: bigint
  }>(call.args)
  const gives = [currency(pool.currency0, amounts.amount0Max), currency(pool.currency1, amounts.amount1Max)]
  return exchanged(call, { form: 'liquidity', gives, heldBy: [pool.hooks], to: owner })
}

const takePair: ReadActions = (call) => {
  const { currency0, currency1, recipient } = argumentsAs<{ currency0: string; currency1: string; recipient: string }>(
    call.args,
  )
  return [currency0, currency1].flatMap((token) => outOf(call, currency(token, undefined), recipient))
}

interface VaultTerms {
  readonly to: string
  readonly owner?: string
  readonly assets?: bigint
}

/** ERC-4626: the shares, tokens of the vault, go to `to`. */
const intoVault: ReadActions = (call) => {
  const { to } = argumentsAs<VaultTerms>(call.args)
  return exchanged(call, { form: 'deposit', receives: [erc20(call.to, undefined)], to })
}

/** ERC-4626: the assets for the shares of `owner` go to `to`. */
const outOfVault: ReadActions = (call) => {
  const { to, owner = call.actor } = argumentsAs<VaultTerms>(call.args)
  return exchanged(call, { form: 'withdrawal', payer: owner, gives: [erc20(call.to, undefined)], to })
}

const selfPermit: ReadActions = (call) => {
  const { token, amount } = argumentsAs<{ token: string; amount?: bigint }>(call.args)
  return [grant(call, { form: 'permit', asset: erc20(token, amount), owner: call.actor, authority: call.to })]
}

export const routerActions: ActionTable = {
  '0x38ed1739': swap(),
  '0x5c11d795': swap(),
  '0x8803dbee': swap(),
  '0x7ff36ab5': swap('in'),
  '0xb6f9de95': swap('in'),
  '0xfb3bdb41': swap('in'),
  '0x472b43f3': swap(),
  '0x42712a67': swap(),
  '0x18cbafe5': swap('out'),
  '0x791ac947': swap('out'),
  '0x4a25d94a': swap('out'),
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

  V2_SWAP_EXACT_IN: swap(),
  V2_SWAP_EXACT_OUT: swap(),
  V3_SWAP_EXACT_IN: commandedPath(false),
  V3_SWAP_EXACT_OUT: commandedPath(true),
  PERMIT2_TRANSFER_FROM: permit2Transfer,
  SWEEP: sweep,
  TRANSFER: sweep,
  PAY_PORTION: payPortion,
  PAY_PORTION_FULL_PRECISION: payPortion,
  WRAP_ETH: nativeOut,
  UNWRAP_WETH: nativeOut,
  SWEEP_ERC721: sweepItem,
  SWEEP_ERC1155: sweepItem,
  V4_MINT_POSITION: mintPosition,
  V4_TAKE: takeCurrency,
  V4_TAKE_PORTION: takeCurrency,
  V4_TAKE_PAIR: takePair,
  V4_SWEEP: takeCurrency,
}

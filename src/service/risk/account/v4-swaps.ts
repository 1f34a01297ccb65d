import { NATIVE } from '../../evm/asset.ts'
import { type Asset, currency, type DecodedCall } from '../actions/actions.ts'
import { argumentsAs } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import type { EvidenceSet } from '../evidence.ts'
import { compared, worthIn } from '../money/worth.ts'
import { isLimit } from './bounded-swaps.ts'
import { type Unaccounted, unreadAt } from './items.ts'
import type { Parties } from './parties.ts'

/** A swap of Uniswap V4: in one pool, or along a path, from its start or towards it. The least that comes, or the most that is given. */
interface Swap {
  readonly pool?: { readonly currency0: string; readonly currency1: string }
  readonly zeroForOne?: boolean
  readonly currencyIn?: string
  readonly currencyOut?: string
  readonly path?: readonly { readonly intermediateCurrency: string }[]
  /** Read by the layout of router 2.1. */
  readonly hopPrices?: readonly bigint[]
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** An eighth: below it, the output is none that bounds what a pool or hook takes. */
const MOST = 8n

/**
 * Swaps in a plan of Uniswap V4 whose limit cannot be compared with what they give, or is next to nothing: anyone makes a pool, and a
 * hook may keep what goes in.
 */
export function unlimitedSwaps(call: DecodedCall, { analysis, evidence }: Parties): Unaccounted[] {
  if (call.name !== 'V4_ACTION') return []
  const { swap } = stepOf(call)
  if (!swap) return 'unread' in call.args ? [unreadAt(call, 'swap')] : []
  if (!isOfRouter(swap, call.to, evidence)) return [unreadAt(call, 'swap')]
  const [given, got] = sidesOf(swap)
  const least = { ...got, amount: leastOf(call, got, { analysis, evidence }) }
  const worth = compared([given], [least], { evidence, chainId: analysis.transaction.chainId })
  return worth && worth.got * MOST >= worth.given && isLimit(worth) ? [] : [unreadAt(call, 'swap')]
}

function stepOf({ args }: Call): { readonly swap?: Swap } {
  return argumentsAs(args)
}

/** By the layout of another version, other words are its amounts. */
function isOfRouter({ path, hopPrices }: Swap, router: string, { intelOn }: EvidenceSet): boolean {
  if (path === undefined) return true
  const form = hopPrices === undefined ? /^Uniswap Universal Router 2(?:\.0)?$/ : /^Uniswap Universal Router 2\.[12]/
  return intelOn(router).some(({ label, canonical }) => canonical && form.test(label))
}

/**
 * A later step may set the limit of the only swap: it takes or pays out at least so much of the token, unless it may fail, or the caller
 * puts some of the token in itself.
 */
function leastOf(
  swap: DecodedCall,
  { token, amount = 0n }: Asset,
  { analysis, evidence }: Pick<Parties, 'analysis' | 'evidence'>,
): bigint {
  const { calls, transaction } = analysis
  const isWrapped = worthIn('native', { token, amount: 1n }, { evidence, chainId: transaction.chainId }) !== undefined
  const isIt = (given: string | undefined) => given !== undefined && currency(given, 0n).token === token
  const isPutIn = calls.some(({ name, args, value }) => {
    const { token: moved, currency: settled, payerIsUser } = argumentsAs<Step>(args)
    return (
      (name === 'WRAP_ETH' && isWrapped) ||
      (name === 'PERMIT2_TRANSFER_FROM' && isIt(moved)) ||
      (SETTLING.test(name) && payerIsUser !== false && isIt(settled)) ||
      (token === NATIVE && value > 0n)
    )
  })
  const isOnly = calls.filter((each) => each.name === 'V4_ACTION' && stepOf(each).swap).length === 1
  if (!isOnly || isPutIn) return amount
  const later = calls.slice(calls.indexOf(swap) + 1).filter((call) => !mayFail(call, calls))
  const limits = later.map(({ name, args }) => {
    const { currency: taken, token: swept = taken, minAmount, amountMin = minAmount } = argumentsAs<Step>(args)
    const isTaken = name === 'UNWRAP_WETH' ? isWrapped : isIt(swept)
    return LIMITING.test(name) && isTaken ? (amountMin ?? 0n) : 0n
  })
  return limits.reduce((most, each) => (each > most ? each : most), amount)
}

/** It, or a plan that it is in. */
function mayFail({ path }: Call, calls: readonly Call[]): boolean {
  return calls.some((each) => each.mayFail && each.path.every((at, depth) => path[depth] === at))
}

const LIMITING = /^(?:V4_TAKE_ALL|SWEEP|UNWRAP_WETH)$/
const SETTLING = /^V4_SETTLE(?:_ALL)?$/

interface Step {
  readonly currency?: string
  readonly token?: string
  readonly payerIsUser?: boolean
  readonly minAmount?: bigint
  readonly amountMin?: bigint
}

function sidesOf({ pool, zeroForOne, currencyIn, currencyOut, path = [], amountIn, amountOut }: Swap): [Asset, Asset] {
  const [first, last] = [path[0]?.intermediateCurrency, path.at(-1)?.intermediateCurrency]
  const [from, to] = pool
    ? zeroForOne
      ? [pool.currency0, pool.currency1]
      : [pool.currency1, pool.currency0]
    : [currencyIn ?? first ?? '', currencyOut ?? last ?? '']
  return [currency(from, amountIn), currency(to, amountOut)]
}

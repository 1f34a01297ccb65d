import { addressOfNumber } from '../../evm/words.ts'
import { argumentsAs } from '../decode/arguments.ts'
import { vaultSwapIn } from '../effects/addresses-in-bytes.ts'
import { type ActionTable, type Asset, currency, type DecodedCall, exchange, type ReadActions } from './actions.ts'

/** Swaps whose limits mean the most that is given or the least that is received, by a sign or a kind. */

/** Balancer's relayers: an amount that an earlier step wrote down. */
const isReference = (amount: bigint) => amount >> 244n === 0xba1n

const known = (amount: bigint) => (isReference(amount) || amount >> 255n > 0n ? undefined : amount)

interface Funds {
  readonly sender: string
  readonly recipient: string
}

/** SwapKind of the vault. */
const GIVEN_OUT = 1

function swapped(call: DecodedCall, { sender, recipient }: Funds, gives: readonly Asset[], receives: readonly Asset[]) {
  // Nothing has to come back.
  const least = receives.length === 0 ? { least: 0n } : {}
  return [exchange(call, { form: 'swap', payer: sender, to: recipient, gives, receives, ...least })]
}

interface BalancerSwap {
  readonly singleSwap: {
    readonly kind: number
    readonly assetIn: string
    readonly assetOut: string
    readonly amount: bigint
  }
  readonly funds: Funds
  readonly limit: bigint
}

const singleSwap: ReadActions = (call) => {
  const { singleSwap: swap, funds, limit } = argumentsAs<BalancerSwap>(call.args)
  const [given, got] = swap.kind === GIVEN_OUT ? [limit, swap.amount] : [swap.amount, limit]
  return swapped(call, funds, [currency(swap.assetIn, known(given))], [currency(swap.assetOut, known(got))])
}

interface BatchSwap {
  readonly kind: number
  readonly swaps: readonly { readonly assetInIndex: bigint; readonly assetOutIndex: bigint; readonly amount: bigint }[]
  readonly assets: readonly string[]
  readonly funds: Funds
  readonly limits: readonly bigint[]
}

/** A limit for each asset: above zero the most that is given of it, below zero the least that comes. Source: Vault and Swaps of Balancer V2. */
const batchSwap: ReadActions = (call) => {
  const { kind, swaps, assets, funds, limits } = argumentsAs<BatchSwap>(call.args)
  const isOut = kind === GIVEN_OUT
  const sides = assets.map((token, index) => {
    const limit = limits[index] ?? 0n
    // A step without an amount takes or pays what another one leaves.
    const steps = swaps.filter((step) => (isOut ? step.assetOutIndex : step.assetInIndex) === BigInt(index))
    const named = steps.reduce((sum, { amount }) => sum + amount, 0n)
    return { token, limit, named }
  })
  const gives = sides
    .filter(({ limit, named }) => limit > 0n && (isOut || named > 0n))
    .map(({ token, limit, named }) => currency(token, known(!isOut && named < limit ? named : limit)))
  const receives = sides
    .filter(({ limit, named }) => limit < 0n || (isOut && named > 0n))
    .map(({ token, limit, named }) => currency(token, known(isOut && named > -limit ? named : -limit)))
  return swapped(call, funds, gives, receives)
}

interface AugustusSwap {
  readonly swapData: {
    readonly fromAmount: bigint
    readonly toAmount: bigint
    readonly beneficiaryAndApproveFlag: bigint
  }
  readonly data: string
}

/** ParaSwap V6. Source: BalancerV2Utils of its Augustus, which takes the tokens from the data for the vault. */
const augustusSwap: ReadActions = (call) => {
  const { swapData, data } = argumentsAs<AugustusSwap>(call.args)
  const { singleSwap: swap, kind, assets = [] } = vaultSwapIn(data) ?? {}
  const ends = swap ? [swap.assetIn, swap.assetOut] : [assets[0], assets.at(-1)]
  const [from, into] = kind === GIVEN_OUT ? ends.toReversed() : ends
  const to = addressOfNumber(swapData.beneficiaryAndApproveFlag)
  const [gives, receives] = [[from, swapData.fromAmount] as const, [into, swapData.toAmount] as const].map(
    ([token, amount]) => (token === undefined ? [] : [currency(token, known(amount))]),
  )
  const terms = { gives: gives ?? [], receives: receives ?? [], least: swapData.toAmount }
  return [exchange(call, { form: 'swap', payer: call.actor, to, ...terms })]
}

interface RouterSwap {
  /** Below zero: what is given. */
  readonly amountSpecified: bigint
  /** The least that comes, or else the most that is given. */
  readonly amountLimit: bigint
  readonly zeroForOne?: boolean
  readonly poolKey?: { readonly currency0: string; readonly currency1: string; readonly hooks: string }
  readonly startCurrency?: string
  readonly path?: readonly { readonly intermediateCurrency: string; readonly hooks: string }[]
  readonly receiver: string
}

/** UniswapV4Router04 of z0r0z/v4-router. */
const routerSwap: ReadActions = (call) => {
  const {
    amountSpecified,
    amountLimit,
    zeroForOne,
    poolKey,
    startCurrency,
    path = [],
    receiver,
  } = argumentsAs<RouterSwap>(call.args)
  const pair = poolKey
    ? [poolKey.currency0, poolKey.currency1]
    : [startCurrency ?? '', path.at(-1)?.intermediateCurrency ?? startCurrency ?? '']
  const [from = '', into = ''] = poolKey && !zeroForOne ? pair.toReversed() : pair
  const [given, got] = amountSpecified < 0n ? [-amountSpecified, amountLimit] : [amountLimit, amountSpecified]
  const heldBy = poolKey ? [poolKey.hooks] : path.map(({ hooks }) => hooks)
  const terms = { gives: [currency(from, known(given))], receives: [currency(into, got)], heldBy }
  return [exchange(call, { form: 'swap', payer: call.actor, to: receiver, ...terms })]
}

export const signedLimitActions: ActionTable = {
  '0x52bbbe29': singleSwap,
  '0x2e6272ea': singleSwap,
  '0x945bcec9': batchSwap,
  '0x18369446': batchSwap,
  '0xd85ca173': augustusSwap,
  '0xd6ed22e6': augustusSwap,
  '0x71d9e3dc': routerSwap,
  '0xe729a0be': routerSwap,
}
